// Uses of the package in CommonJS that must compile.

import urlsift = require("urlsift");
import markdownIt = require("urlsift/markdown-it");

const links: urlsift.Link[] = urlsift.find("http://example.org/");
const html: string = urlsift.toHtml("http://example.org/", { allow: urlsift.DEFAULT_SCHEMES });
const [, options]: Parameters<typeof markdownIt> = [{} as Parameters<typeof markdownIt>[0], { join: "never" }];
void [links, html, options];
