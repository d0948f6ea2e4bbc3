import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { readBlocks } from "../../src/web/chat/markdown/blocks.ts";
import { decodeEntities, lexBlock } from "../../src/web/chat/markdown/lex.ts";
import { Block } from "../../src/web/chat/markdown/markdown.tsx";

/** What is drawn of a text, without the classes that give it its look. */
function drawn(text: string): string {
  const blocks = readBlocks(text).map((block) =>
    renderToStaticMarkup(createElement(Block, { text: block, live: false })),
  );
  return blocks.join("").replaceAll(/ (?:class|title|rel|target|tabindex|role|aria-\w+)="[^"]*"/g, "");
}

describe("Markdown as it is drawn", () => {
  it.each([
    [
      "a paragraph\nof *two* __lines__  \nand ~~more~~",
      "<p>a paragraph\nof <em>two</em> <strong>lines</strong><br/>and <del>more</del></p>",
    ],
    ["Title\n===\n\n### Third", "<h1>Title</h1><h3>Third</h3>"],
    [
      "> said\n> - by\n>   1. her",
      '<blockquote><p>said</p><ul><li>by<ol start="1"><li>her</li></ol></li></ul></blockquote>',
    ],
    ["3. a\n\n   b\n4. c", '<ol start="3"><li><p>a</p><p>b</p></li><li><p>c</p></li></ol>'],
    [
      "- [x] done\n- [ ] open",
      '<ul><li><input type="checkbox" disabled="" checked=""/> done</li><li><input type="checkbox" disabled=""/> open</li></ul>',
    ],
    [
      "| a | b |\n|---|--:|\n| `1` | 2 |",
      "<div><table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td><code>1</code></td><td>2</td></tr></tbody></table></div>",
    ],
    ["---\n\nend", "<hr/><p>end</p>"],
    ["a &lt; b &amp; \\*c\\* &#8212; &nope; `&lt;`", "<p>a &lt; b &amp; *c* — &amp;nope; <code>&amp;lt;</code></p>"],
    [
      "see https://a.example/?x=1&amp;y=2 or [it](https://a.example/)",
      '<p>see <a href="https://a.example/?x=1&amp;y=2">https://a.example/?x=1&amp;y=2</a> or <a href="https://a.example/">it</a></p>',
    ],
    [
      "[x](javascript:alert(1)) [y](java&#115;cript:alert(1)) [z](/settings)",
      "<p><span>x</span> <span>y</span> <span>z</span></p>",
    ],
    ["<b onclick=x>bold</b>", "<p>&lt;b onclick=x&gt;bold&lt;/b&gt;</p>"],
    ["<script>\nalert(1)\n</script>", "<p>&lt;script&gt;\nalert(1)\n&lt;/script&gt;</p>"],
    ["![a *chart*](data:image/svg+xml;base64,PHN2Zy8+)", "<p><span>[a chart]</span></p>"],
  ])("%j", (text, html) => expect(drawn(text)).toBe(html));

  it.each([
    ["quotes", "> ".repeat(20_000)],
    ["lists", "- ".repeat(5_000)],
    ["a quote on each line", Array.from({ length: 60 }, (_, i) => `${">".repeat(i)} x`).join("\n")],
    ["one endless line", "_a".repeat(20_000)],
  ])("of thousands of %s is shown as it was written", (_, start) => {
    const text = `${start}end`;
    expect(
      drawn(text)
        .replaceAll(/<\/?p>/g, "")
        .replaceAll("&gt;", ">"),
    ).toBe(text);
  });

  it("nests no deeper than a browser can lay out, and loses nothing", () => {
    const text = `${"*a **b ".repeat(60)}end${" c** d*".repeat(60)}`;
    const html = drawn(text);
    let at = 0;
    const depths = [...html.matchAll(/<(\/?)(?:em|strong)>/g)].map(([, closes]) => (at += closes === "/" ? -1 : 1));
    expect(Math.max(...depths)).toBe(40);
    expect(html.replaceAll(/<[^>]+>|[ *]/g, "")).toBe(text.replaceAll(/[ *]/g, ""));
  });
});

describe("character references", () => {
  it.each([
    ["&amp;lt;", "&lt;"],
    ["&#0; &#xD800; &#1114112;", "\ufffd \ufffd \ufffd"],
    ["&#x1F600;&copy;", "😀©"],
    ["AT&T; &unknown; & &;", "AT&T; &unknown; & &;"],
  ])("%s", (written, read) => expect(decodeEntities(written)).toBe(read));
});

describe("a block", () => {
  it("of a usual length is Markdown, whatever it nests", () => {
    for (const text of ["- - - - - -", "-".repeat(200), `${"> ".repeat(20)}a`, "a ".repeat(4_000)])
      expect(lexBlock(text), text.slice(0, 20)).not.toBeNull();
  });
});
