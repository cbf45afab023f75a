declare module '*/apps/cli/launch.mjs' {
  import type { CommandName } from '../../apps/cli/help.ts';

  export function launch(load: () => Promise<{ main: () => Promise<void> }>, command?: CommandName): Promise<void>;
}
