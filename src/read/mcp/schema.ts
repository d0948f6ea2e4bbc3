/**
 * As much of JSON Schema as arguments need before a person is asked about them: `type`, `required` and `enum`, of an
 * object and of what its properties hold. Keywords that are not known here are the server's to check.
 */
export interface SchemaFault {
  /** JSON path of the value. */
  readonly path: string;
  readonly message: string;
}

type Shape = Readonly<Record<string, unknown>>;

/** Deeper than any form a person could read; what is below stays unchecked. */
const DEEPEST = 8;

/** The first value that does not fit, or null. A schema that is not an object says nothing. */
export function checkArguments(value: unknown, schema: unknown, path = "$", depth = 0): SchemaFault | null {
  if (!isShape(schema) || depth > DEEPEST) return null;
  const types = typesOf(schema["type"]);
  if (types.length > 0 && !types.some((type) => isOfType(value, type)))
    return { path, message: `must be ${types.join(" or ")}` };
  const choices = schema["enum"];
  if (Array.isArray(choices) && typeof value === "string" && !choices.includes(value))
    return { path, message: `must be one of ${choices.filter((name) => typeof name === "string").join(", ")}` };
  if (Array.isArray(value))
    return firstFault(
      value.map((item, at) => () => checkArguments(item, schema["items"], `${path}[${at}]`, depth + 1)),
    );
  return isShape(value) ? checkObject(value, schema, { path, depth }) : null;
}

function checkObject(
  value: Shape,
  schema: Shape,
  { path, depth }: { readonly path: string; readonly depth: number },
): SchemaFault | null {
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  const missing = required.find((name) => typeof name === "string" && !Object.hasOwn(value, name));
  if (missing !== undefined) return { path: `${path}.${String(missing)}`, message: "is missing" };
  const { properties } = schema;
  if (!isShape(properties)) return null;
  const names = Object.keys(properties).filter((name) => Object.hasOwn(value, name));
  return firstFault(
    names.map((name) => () => checkArguments(value[name], properties[name], `${path}.${name}`, depth + 1)),
  );
}

function firstFault(checks: readonly (() => SchemaFault | null)[]): SchemaFault | null {
  for (const check of checks) {
    const fault = check();
    if (fault !== null) return fault;
  }
  return null;
}

function typesOf(type: unknown): readonly string[] {
  return (Array.isArray(type) ? type : [type]).filter((name) => typeof name === "string");
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case "object":
      return isShape(value);
    case "array":
      return Array.isArray(value);
    case "integer":
      return Number.isInteger(value);
    case "null":
      return value === null;
    case "string":
    case "number":
    case "boolean":
      return typeof value === type;
    default:
      return true;
  }
}

export function isShape(value: unknown): value is Shape {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Names of the arguments, those of the schema first and in its order. */
export function argumentOrder(args: Shape, schema: unknown): readonly string[] {
  const properties = isShape(schema) && isShape(schema["properties"]) ? Object.keys(schema["properties"]) : [];
  return [...new Set([...properties, ...Object.keys(args)])].filter((name) => Object.hasOwn(args, name));
}
