// Uses of the package in CommonJS that must compile.

import urlsift = require("urlsift");

const links: urlsift.Link[] = urlsift.find("http://example.org/");
const html: string = urlsift.toHtml("http://example.org/", { allow: urlsift.DEFAULT_SCHEMES });
void [links, html];
