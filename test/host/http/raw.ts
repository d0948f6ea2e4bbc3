import { connect } from "node:net";

/** What came back on the socket: the status of the first answer, `close` where there was none, and the whole text. */
export interface RawAnswer {
  readonly status: number | "close";
  readonly text: string;
}

/** Sends bytes as they are: what a client library would mend or refuse arrives as written. */
export function sendRaw(port: number, request: string): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(request, "utf8"));
    let text = "";
    const done = (): void => {
      socket.destroy();
      const status = /^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1];
      resolve({ status: status === undefined ? "close" : Number(status), text });
    };
    socket.setTimeout(2_000, done);
    socket.on("data", (chunk) => {
      text += chunk.toString("utf8");
      if (isWhole(text)) done();
    });
    socket.on("close", done);
    socket.on("error", done);
  });
}

function isWhole(text: string): boolean {
  const [head, body] = text.split("\r\n\r\n", 2);
  const length = /\r\ncontent-length: (\d+)/i.exec(head ?? "")?.[1];
  return body !== undefined && length !== undefined && Buffer.byteLength(body) >= Number(length);
}

export function requestText(line: string, headers: Readonly<Record<string, string>>, body = ""): string {
  const all = {
    ...headers,
    ...(body === "" ? {} : { "Content-Length": String(Buffer.byteLength(body)) }),
    Connection: headers["Connection"] ?? "close",
  };
  return `${line} HTTP/1.1\r\n${Object.entries(all)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("")}\r\n${body}`;
}
