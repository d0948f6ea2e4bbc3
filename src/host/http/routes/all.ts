import { openApi } from "../openapi.ts";
import { defineRoute, json, type Route } from "../route.ts";
import type { Services } from "../services.ts";
import { VIEWER } from "./access.ts";
import { agentRoutes } from "./agents.ts";
import { approvalRoutes } from "./approvals.ts";
import { auditRoutes } from "./audit.ts";
import { callRoutes } from "./calls.ts";
import { chatRoutes } from "./chats.ts";
import { checkRoutes } from "./check.ts";
import { connectionRoutes } from "./connections.ts";
import { conversationRoutes } from "./conversations.ts";
import { eventRoutes } from "./events.ts";
import { levelRoutes } from "./level.ts";
import { mcpRoutes } from "./mcp.ts";
import { ownServerRoutes } from "./own-servers.ts";
import { policyRoutes } from "./policy.ts";
import { projectFileRoutes } from "./project-files.ts";
import { projectRoutes } from "./projects.ts";
import { ruleRoutes } from "./rules.ts";
import { sandboxRoutes } from "./sandbox.ts";
import { sessionRoutes } from "./session.ts";
import { terminalRoutes } from "./terminal.ts";
import { toolRoutes } from "./tools.ts";
import { tryRoutes } from "./try.ts";
import { undoRoutes } from "./undo.ts";

/** The route table: all that the host answers, beside the page. */
export function allRoutes(services: Services): readonly Route[] {
  const routes = [
    sessionRoutes,
    approvalRoutes,
    ruleRoutes,
    checkRoutes,
    auditRoutes,
    levelRoutes,
    chatRoutes,
    conversationRoutes,
    undoRoutes,
    sandboxRoutes,
    connectionRoutes,
    eventRoutes,
    callRoutes,
    agentRoutes,
    tryRoutes,
    toolRoutes,
    policyRoutes,
    projectFileRoutes,
    projectRoutes,
    mcpRoutes,
    ownServerRoutes,
    terminalRoutes,
  ].flatMap((routesOf) => routesOf(services));
  const described: Route = defineRoute("GET /api/openapi.json", { access: VIEWER }, async () =>
    json(openApi([...routes, described], services.version)),
  );
  return [...routes, described];
}
