import { CARDS } from "./cards.ts";
import { checkScreens } from "./check.ts";

checkScreens("cards as they look", CARDS);
