import { createElement, type SVGProps } from "react";

/** Lines of an icon: each an element of SVG with its attributes. */
export type IconLines = readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];

interface IconProps extends SVGProps<SVGSVGElement> {
  /** In px. */
  readonly size?: number;
}

const LOOK = {
  viewBox: "0 0 24 24",
  fill: "none",
  stroke: "currentColor",
  strokeWidth: 2,
  strokeLinecap: "round",
  strokeLinejoin: "round",
} as const;

/** A component of an icon of `lucide-react`, which the build gives in place of that package's own. */
export function createIcon(lines: IconLines): (props: IconProps) => React.ReactElement {
  const children = lines.map(([tag, attributes]) => createElement(tag, attributes));
  return function Icon({ size = 24, ...props }) {
    return createElement("svg", { ...LOOK, width: size, height: size, ...props }, ...children);
  };
}
