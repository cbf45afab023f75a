import { spawn } from 'node:child_process';

type Environment = Record<string, string | undefined>;

/**
 * Opens an http or https address in the default browser, or with the program that BROWSER names. Returns whether it was
 * started: not in a session over SSH, on a system without a display, and with `BROWSER=none`.
 */
export function openBrowser(address: string): Promise<boolean> {
  const command = browserCommand(process.platform, process.env);
  if (!command || !/^https?:\/\//.test(address)) return Promise.resolve(false);
  const [program, ...args] = command;
  return new Promise((resolve) => {
    // No shell: characters of the address have no meaning for it.
    const child = spawn(program, [...args, address], { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}

/** The program that opens an address in a browser, with its arguments; undefined if there is none. */
function browserCommand(platform: string, env: Environment): readonly [string, ...string[]] | undefined {
  const { BROWSER, SSH_CONNECTION, DISPLAY, WAYLAND_DISPLAY, WSL_DISTRO_NAME } = env;
  if (BROWSER) return BROWSER === 'none' ? undefined : [BROWSER];
  if (SSH_CONNECTION) return undefined;
  if (platform === 'darwin') return ['open'];
  if (platform === 'win32' || WSL_DISTRO_NAME) return ['rundll32.exe', 'url.dll,FileProtocolHandler'];
  return DISPLAY || WAYLAND_DISPLAY ? ['xdg-open'] : undefined;
}
