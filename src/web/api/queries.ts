import { infiniteQueryOptions, QueryClient, queryOptions, skipToken } from "@tanstack/react-query";
import type { ApprovalView } from "../../wire/approval.ts";
import { ApiFault, setCsrf } from "./client.ts";
import { listProjectServers } from "./own-server-routes.ts";
import {
  getApproval,
  getDefaults,
  getMe,
  getSandbox,
  getSecurity,
  listAudit,
  listChats,
  listFiles,
  listMcpServers,
  listMcpTools,
  listPending,
  listRecent,
  listRules,
  listSessions,
  listTools,
  type AuditQuery,
  type ModePlace,
} from "./routes.ts";

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 2_000,
        retry: (failures, error) =>
          !(error instanceof ApiFault && error.status >= 400 && error.status < 500) && failures < 2,
        retryDelay: 400,
        refetchOnWindowFocus: "always",
        // A host on this machine answers without any network.
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}

export const meQuery = queryOptions({
  queryKey: ["me"],
  queryFn: async () => {
    const me = await getMe();
    setCsrf(me.csrf);
    return me;
  },
});
/** The first calls that wait, until all are here. Set with the others; never fetched by itself. */
export const firstPendingQuery = queryOptions<readonly ApprovalView[]>({
  queryKey: ["approvals", "pending", "first"],
  queryFn: skipToken,
});
/** Calls that are fetched first: as many as a person sees soon. */
const FIRST = 50;
export const pendingQuery = queryOptions({
  queryKey: ["approvals", "pending"],
  queryFn: async ({ client, queryKey }): Promise<readonly ApprovalView[]> => {
    if (client.getQueryData(queryKey) !== undefined) return listPending();
    const first = await listPending({ first: FIRST });
    if (first.length < FIRST) return first;
    client.setQueryData(firstPendingQuery.queryKey, first);
    return listPending();
  },
});
/** What waits in any one chat. */
export const CHATS_PENDING = ["approvals", "pending", "chat"] as const;
/** Of a chat that is open: the list of all can be long, and a chat needs nothing else of it. */
export const chatPendingQuery = (chat: string) =>
  queryOptions({ queryKey: [...CHATS_PENDING, chat], queryFn: () => listPending({ chat }) });
export const recentQuery = queryOptions({ queryKey: ["approvals", "recent"], queryFn: listRecent });
export const approvalQuery = (id: string) =>
  queryOptions({ queryKey: ["approvals", "one", id], queryFn: () => getApproval(id, { unmask: false }) });
export const rulesQuery = queryOptions({ queryKey: ["rules"], queryFn: listRules });
export const sessionsQuery = queryOptions({ queryKey: ["sessions"], queryFn: listSessions });
export const toolsQuery = (place: ModePlace) =>
  queryOptions({ queryKey: ["tools", place], queryFn: () => listTools(place) });
export const chatsQuery = queryOptions({ queryKey: ["chats"], queryFn: listChats });
export const defaultsQuery = queryOptions({ queryKey: ["defaults"], queryFn: getDefaults });
export const sandboxQuery = queryOptions({ queryKey: ["sandbox"], queryFn: getSandbox });
export const mcpServersQuery = queryOptions({ queryKey: ["mcp"], queryFn: listMcpServers });
export const projectServersQuery = queryOptions({ queryKey: ["mcp", "of-projects", ""], queryFn: listProjectServers });
export const mcpToolsQuery = (slug: string) =>
  queryOptions({ queryKey: ["mcp", slug], queryFn: () => listMcpTools(slug) });
export const securityQuery = (project: string) =>
  queryOptions({ queryKey: ["security", project], queryFn: () => getSecurity(project) });
export const filesQuery = (project: string) =>
  queryOptions({ queryKey: ["policy-files", project], queryFn: () => listFiles(project) });
export const auditQuery = (query: AuditQuery) =>
  infiniteQueryOptions({
    queryKey: ["audit", query],
    queryFn: ({ pageParam }) => listAudit(pageParam === null ? query : { ...query, before: pageParam }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next,
  });
