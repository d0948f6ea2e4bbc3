import { CHATS } from "./chats.ts";
import { checkScreens } from "./check.ts";

checkScreens("chats as they look", CHATS);
