import { Agent } from 'node:https';
import { connect } from 'node:net';
import azureSb from 'azure-sb';
import iothub from 'azure-iothub';

/** Redirects connections for the cloud to an emulator on loopback, without TLS. */
function agentTo(port: number): Agent {
  const agent = new Agent({ keepAlive: false });
  agent.createConnection = () => connect(port, '127.0.0.1');
  return agent;
}

/** Microsoft's client for the registry of a hub, connected to an emulator. */
export function registryOn(hub: { port: number; cloudConnectionString: string }) {
  const registry = iothub.Registry.fromConnectionString(hub.cloudConnectionString);
  registry['_restApiClient'].setOptions({ http: { agent: agentTo(hub.port) } });
  return registry;
}

type Query = ReturnType<ReturnType<typeof registryOn>['createQuery']>;

/** Reads all pages of a query: the number of twins of each page, and all twins. */
export async function pagesOf(query: Query) {
  const sizes: number[] = [];
  const twins: any[] = [];
  while (query.hasMoreResults) {
    // Without a callback, the client starts at the first page unless it gets its own token.
    const { result } = await query.next(query.continuationToken);
    sizes.push(result.length);
    twins.push(...result);
  }
  return { sizes, twins };
}

type Outcome<T> = { value: T; status: number };

/** Microsoft's client for the queues of a namespace, connected to an emulator. Its errors are thrown. */
export function serviceOn(bus: { port: number; cloudConnectionString: string }) {
  const service = azureSb.createServiceBusService(bus.cloudConnectionString);
  service.setProxy(null);
  service.strictSSL = false;
  service.setAgent(agentTo(bus.port));
  type Service = typeof service;
  type Received = Parameters<Service['deleteMessage']>[0];
  const statusOf = (call: (done: Parameters<Service['deleteMessage']>[1]) => void) =>
    new Promise<number>((resolve, reject) =>
      call((error, response) => (error ? reject(error) : resolve(response.statusCode))),
    );
  return {
    send: (queue: string, message: Parameters<Service['sendQueueMessage']>[1]): Promise<number> =>
      statusOf((done) => service.sendQueueMessage(queue, message, done)),
    receive: (queue: string, timeoutIntervalInS = 1, isPeekLock = true): Promise<Outcome<Received>> =>
      new Promise((resolve, reject) =>
        service.receiveQueueMessage(queue, { isPeekLock, timeoutIntervalInS }, (error, value, response) =>
          error ? reject(error) : resolve({ value, status: response.statusCode }),
        ),
      ),
    complete: (message: Received): Promise<number> => statusOf((done) => service.deleteMessage(message, done)),
    unlock: (message: Received): Promise<number> => statusOf((done) => service.unlockMessage(message, done)),
    renew: (message: Received): Promise<number> => statusOf((done) => service.renewLockForMessage(message, done)),
  };
}
