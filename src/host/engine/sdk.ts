/** The SDK, loaded when a model is first asked: it costs the host's start nothing. Its warnings are not for the terminal. */
export function loadSdk(): Promise<typeof import("ai")> {
  globalThis.AI_SDK_LOG_WARNINGS = false;
  return import("ai");
}
