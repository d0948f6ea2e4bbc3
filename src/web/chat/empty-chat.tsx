import { useQuery } from "@tanstack/react-query";
import { MessagesSquare } from "lucide-react";
import { connectionsQuery } from "../api/chat-queries.ts";
import { Empty } from "../parts/states.tsx";
import { Link } from "../route/link.tsx";

/** What a chat is for, and whether there is a model to talk to. */
export function EmptyChat() {
  const { data } = useQuery(connectionsQuery);
  const demo = data !== undefined && data.connections.every(({ builtIn }) => builtIn);
  return (
    <Empty icon={<MessagesSquare size={20} aria-hidden />} title="Work with a model here">
      <p>
        It reads and changes files and runs commands, each call through the same rules. What they leave open is asked.
      </p>
      {demo && (
        <p className="mt-3 text-sm">
          No connection is set up yet, so the scripted demo model answers: it shows every kind of card.{" "}
          <Link to="/settings" hash="connections" className="rounded font-medium text-accent hover:underline">
            Add a connection
          </Link>
        </p>
      )}
    </Empty>
  );
}
