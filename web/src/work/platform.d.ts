// Trusted Types, which the compiler's library does not know.

declare global {
  interface ScriptUrls {
    createScriptURL(name: string): string;
  }
  var trustedTypes: { createPolicy(name: string, rules: ScriptUrls): ScriptUrls } | undefined;
}

export {};
