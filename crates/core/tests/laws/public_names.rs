//! The public names of the libraries, as a list in the repository: a name is added, or dropped, with a line of it.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use syn::{Attribute, Item, UseTree, Visibility};

use crate::repository::root;
use crate::written::assert_written;

/// The packages whose names other programs may use.
const PACKAGES: &[&str] = &["scanner", "rejoiner", "validator", "core", "archive"];

/// The names that a module exports, each with its path from the root of the crate.
struct Exports {
    names: Vec<String>,
}

impl Exports {
    /// Adds the public names of the module in `file`, and of the public modules that it declares. `folder` is where
    /// their files are.
    fn read(&mut self, file: &Path, folder: &Path, path: &str) {
        let text = fs::read_to_string(file).expect("a source file is text");
        for item in syn::parse_file(&text).expect("a source file is Rust").items {
            self.add(&item, folder, path);
        }
    }

    fn add(&mut self, item: &Item, folder: &Path, path: &str) {
        let (visibility, attributes, name) = match item {
            Item::Const(item) => (&item.vis, &item.attrs, &item.ident),
            Item::Enum(item) => (&item.vis, &item.attrs, &item.ident),
            Item::Fn(item) => (&item.vis, &item.attrs, &item.sig.ident),
            Item::Static(item) => (&item.vis, &item.attrs, &item.ident),
            Item::Struct(item) => (&item.vis, &item.attrs, &item.ident),
            Item::Trait(item) => (&item.vis, &item.attrs, &item.ident),
            Item::Type(item) => (&item.vis, &item.attrs, &item.ident),
            Item::Mod(item) => (&item.vis, &item.attrs, &item.ident),
            Item::Use(item) => {
                if is_public(&item.vis, &item.attrs) {
                    self.add_tree(&item.tree, path);
                }
                return;
            }
            Item::Macro(item) => {
                // A macro that defines types is called with their definitions.
                let words = item.mac.tokens.to_string();
                let words = words.split_whitespace().collect::<Vec<_>>();
                for triple in words.windows(3) {
                    if let ["pub", "struct" | "enum", name] = triple {
                        self.names.push(format!("{path}{name}"));
                    }
                }
                if item.attrs.iter().any(|it| it.path().is_ident("macro_export"))
                    && !is_hidden(&item.attrs)
                {
                    self.names.extend(item.ident.as_ref().map(|name| format!("{path}{name}!")));
                }
                return;
            }
            _ => return,
        };
        if !is_public(visibility, attributes) {
            return;
        }
        let Item::Mod(module) = item else {
            self.names.push(format!("{path}{name}"));
            return;
        };
        assert!(module.content.is_none(), "{name}: a public module has a file");
        let inside = folder.join(name.to_string());
        let beside = inside.with_extension("rs");
        let file = if beside.exists() { beside } else { inside.join("mod.rs") };
        self.read(&file, &inside, &format!("{path}{name}::"));
    }

    fn add_tree(&mut self, tree: &UseTree, path: &str) {
        match tree {
            UseTree::Path(step) => self.add_tree(&step.tree, path),
            UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.add_tree(tree, path));
            }
            UseTree::Name(name) => self.names.push(format!("{path}{}", name.ident)),
            UseTree::Rename(name) => self.names.push(format!("{path}{}", name.rename)),
            UseTree::Glob(_) => panic!("{path}: exports are named"),
        }
    }
}

fn is_public(visibility: &Visibility, attributes: &[Attribute]) -> bool {
    matches!(visibility, Visibility::Public(_)) && !is_hidden(attributes)
}

/// Reports whether documentation leaves an item out.
fn is_hidden(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let syn::Meta::List(list) = &attribute.meta else { return false };
        list.path.is_ident("doc") && list.tokens.to_string() == "hidden"
    })
}

/// Each package has a line with the number of its names, and one for each name.
#[test]
fn the_public_names_are_those_of_the_list() {
    let mut list = String::new();
    for package in PACKAGES {
        let source: PathBuf = root().join("crates").join(package).join("src");
        let mut exports = Exports { names: Vec::new() };
        exports.read(&source.join("lib.rs"), &source, "");
        exports.names.sort_unstable();
        let (count, names) = (exports.names.len(), exports.names.join("\n"));
        writeln!(list, "# {package}: {count} names\n{names}").expect("a string takes any text");
    }
    assert_written("crates/core/tests/laws/public_names.txt", &list);
}
