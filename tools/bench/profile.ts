/**
 * Takes a CPU profile of a Worker under load through the inspector of Miniflare. Prints the self time by function and
 * file, in per cent.
 */
export async function profile(inspector: URL, load: () => Promise<unknown>): Promise<string[]> {
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
  const taken = (await ask('Profiler.stop')).profile as {
    nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
    samples: number[];
  };
  socket.close();
  const names = new Map(
    taken.nodes.map((n) => [
      n.id,
      `${n.callFrame.functionName || '(anonymous)'} ${n.callFrame.url.split('/').at(-1) ?? ''}:${n.callFrame.lineNumber + 1}`,
    ]),
  );
  const counts = new Map<string, number>();
  for (const sample of taken.samples) counts.set(names.get(sample)!, (counts.get(names.get(sample)!) ?? 0) + 1);
  return [...counts]
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, 30)
    .map(([name, n]) => `${((100 * n) / taken.samples.length).toFixed(1).padStart(5)} %  ${name}`);
}
