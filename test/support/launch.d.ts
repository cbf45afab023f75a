declare module '*/src/cli/launch.mjs' {
  import type { CommandName } from '../../src/cli/help.ts';

  export function launch(load: () => Promise<{ main: () => Promise<void> }>, command?: CommandName): Promise<void>;
}
