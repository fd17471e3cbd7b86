import type { HtmlOptions } from "./urlsift.js";

/** The part of markdown-it that the plugin needs. */
interface Parser {
  disable(rule: string, ignoreInvalid?: boolean): unknown;
  inline: { ruler: { before(name: string, added: string, rule: (state: any, silent: boolean) => boolean): void } };
  normalizeLink(url: string): string;
  normalizeLinkText(url: string): string;
  validateLink(url: string): boolean;
}

/**
 * A plugin for markdown-it, `md.use(markdownIt, options)`: URLs of running text and in wrappers such as `<URL:…>` become
 * links. The default of `forms` is all except `repaired`.
 */
export default function markdownIt(md: Parser, options?: HtmlOptions): void;
