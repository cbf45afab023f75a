declare module '*/apps/cli/launch.mjs' {
  export function launch(name: string, args: readonly string[]): Promise<void>;
}
