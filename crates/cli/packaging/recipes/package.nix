# The package for nixpkgs: pkgs/by-name/ur/urlsift/package.nix.
{
  lib,
  fetchurl,
  installShellFiles,
  rustPlatform,
  stdenv,
  versionCheckHook,
}:

rustPlatform.buildRustPackage (finalAttrs: {
  pname = "urlsift";
  version = "0.1.0";

  src = fetchurl {
    url = "https://urlsift.invalid/releases/download/v${finalAttrs.version}/urlsift-${finalAttrs.version}-source.tar.gz";
    sha256 = "0000000000000000000000000000000000000000000000000000000000000000";
  };
  # The first build prints the right one.
  cargoHash = lib.fakeHash;

  buildAndTestSubdir = "crates/cli";
  buildFeatures = [ "arrow" ];
  # They need Python, a terminal and mail clients.
  doCheck = false;

  nativeBuildInputs = [ installShellFiles ];
  postInstall = lib.optionalString (stdenv.buildPlatform.canExecute stdenv.hostPlatform) ''
    $out/bin/urlsift man ./man
    installManPage man/*.1
    installShellCompletion --cmd urlsift \
      --bash <($out/bin/urlsift completions bash) \
      --fish <($out/bin/urlsift completions fish) \
      --zsh <($out/bin/urlsift completions zsh)
  '';

  doInstallCheck = true;
  nativeInstallCheckInputs = [ versionCheckHook ];

  meta = {
    description = "Find URLs in mail, news and text, even those broken across lines";
    homepage = "https://urlsift.invalid";
    license = with lib.licenses; [
      mit
      asl20
    ];
    maintainers = [ ];
    mainProgram = "urlsift";
  };
})
