/** How ids of the MCP gate's own requests begin, and the states that its questions carry; the rest of an id is random. */
export const OWN = "assent:";
