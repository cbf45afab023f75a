type Profile = {
  /** The self time by function and file, in per cent. */
  lines: string[];
  /** The CPU time of the isolate in milliseconds, estimated from the number of samples. */
  busyMs: number;
};

/** A profile as the inspector returns it. */
type Taken = {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number; columnNumber: number } }[];
  samples: number[];
  /** Microseconds since the previous sample. */
  timeDeltas: number[];
};

/** Takes a CPU profile of a Worker under load, through the inspector of Miniflare. */
export async function profile(inspector: URL, load: () => Promise<unknown>): Promise<Profile> {
  const [target] = (await (await fetch(`http://${inspector.host}/json`)).json()) as { webSocketDebuggerUrl: string }[];
  const socket = new WebSocket(target!.webSocketDebuggerUrl.replace('localhost', '127.0.0.1'));
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  let id = 0;
  const ask = (method: string, params: object = {}): Promise<any> =>
    new Promise((resolve) => {
      const own = ++id;
      const hear = (event: MessageEvent): void => {
        const message = JSON.parse(String(event.data)) as { id?: number; result?: unknown };
        if (message.id !== own) return;
        socket.removeEventListener('message', hear);
        resolve(message.result);
      };
      socket.addEventListener('message', hear);
      socket.send(JSON.stringify({ id: own, method, params }));
    });
  await ask('Profiler.enable');
  await ask('Profiler.setSamplingInterval', { interval: 200 });
  await ask('Profiler.start');
  await load();
  const taken = (await ask('Profiler.stop')).profile as Taken;
  socket.close();
  const names = new Map(
    taken.nodes.map((n) => [
      n.id,
      `${n.callFrame.functionName || '(anonymous)'} ` +
        `${n.callFrame.url.split('/').at(-1) ?? ''}:${n.callFrame.lineNumber + 1}:${n.callFrame.columnNumber + 1}`,
    ]),
  );
  const counts = new Map<string, number>();
  for (const sample of taken.samples) counts.set(names.get(sample)!, (counts.get(names.get(sample)!) ?? 0) + 1);
  const lines = [...counts]
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, 30)
    .map(([name, n]) => `${((100 * n) / taken.samples.length).toFixed(1).padStart(5)} %  ${name}`);
  return { lines, busyMs: busyTime(taken) };
}

/** V8 takes samples only while the isolate is in use, so the time since the previous sample can include a pause. */
const PAUSE_US = 1000;

/** The number of samples that are not idle, multiplied by the median interval of samples without a pause. */
function busyTime({ nodes, samples, timeDeltas }: Taken): number {
  const idle = new Set(nodes.filter((node) => node.callFrame.functionName === '(idle)').map((node) => node.id));
  const busy = samples.filter((id) => !idle.has(id)).length;
  const intervals = timeDeltas.filter((delta) => delta < PAUSE_US).toSorted((a, b) => a - b);
  return (busy * (intervals[Math.floor(intervals.length / 2)] ?? 0)) / 1000;
}
