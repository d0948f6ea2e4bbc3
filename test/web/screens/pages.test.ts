import { PAGES } from "./pages.ts";
import { checkScreens } from "./check.ts";

checkScreens("pages as they look", PAGES);
