#!/usr/bin/env bash
# Packs the extension as links.xpi, with the files of the package in its folder urlsift. Run ../../build.sh first.
set -euo pipefail
cd "$(dirname "$0")"

mkdir -p urlsift
cp ../../{urlsift,init,load,api,library,policy,linkify,texts,html}.js ../../urlsift.wasm urlsift/
rm -f links.xpi
zip -q -r links.xpi manifest.json popup.html popup.js links.js urlsift
