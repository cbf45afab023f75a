import { freePort, isFree } from '../free-port.ts';

/** The ports in the blocks. */
const WRITTEN = [8787, 8788, 7071, 7072, 8790, 8791] as const;
export const PRODUCT = 8787;

type Port = (typeof WRITTEN)[number];
/** Port in a block -> port to use. */
export type Ports = ReadonlyMap<Port, number>;

/** Selects the ports to use: those of the blocks, or a free port for each that is in use. */
export async function freePorts(): Promise<Ports> {
  const ports = new Map<Port, number>();
  for (const port of WRITTEN) ports.set(port, (await isFree(port)) ? port : await freePort());
  return ports;
}

/** Replaces the ports of a block by the ports to use. */
export function onPorts(script: string, ports: Ports): string {
  if ([...ports].every(([written, used]) => written === used)) return script;
  const option = (name: string, port: Port): string => ` --${name} ${ports.get(port)!}`;
  const product = option('port', PRODUCT);
  return [...ports]
    .reduce((text, [written, used]) => text.replaceAll(new RegExp(`\\b${written}\\b`, 'g'), String(used)), script)
    .replaceAll(/npm (?:start|run dev)\b(?! -- --port)(?: --(?= ))?/g, (command) =>
      command.endsWith('--') ? command + product : `${command} --${product}`,
    )
    .replaceAll('npm run azure-emulators', `$& --${option('hub-port', 7071)}${option('bus-port', 7072)}`)
    .replaceAll('npm run identity-provider', `$& --${option('port', 8790)}${option('tokens-port', 8791)}`);
}
