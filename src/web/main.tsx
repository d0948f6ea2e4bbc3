import "./styles/app.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createQueryClient } from "./api/queries.ts";
import { App } from "./app.tsx";
import { applyTheme, readTheme } from "./frame/theme.ts";
import { loadPage } from "./route/pages.ts";

applyTheme(readTheme());
const client = createQueryClient();
// Beside what the frame fetches. What fails is told where the page would stand.
loadPage(location.pathname).catch(() => {});

const root = document.getElementById("root");
if (root === null) throw new Error("the page has no root element");
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
);
