import { Agent } from 'node:https';
import { connect } from 'node:net';
import azureSb from 'azure-sb';
import iothub from 'azure-iothub';

/** Leads what is meant for the cloud to a double on loopback, without TLS. */
function agentTo(port: number): Agent {
  const agent = new Agent({ keepAlive: false });
  agent.createConnection = () => connect(port, '127.0.0.1');
  return agent;
}

/** Microsoft's client of a hub's registry, on a double. */
export function registryOn(hub: { port: number; cloudConnectionString: string }) {
  const registry = iothub.Registry.fromConnectionString(hub.cloudConnectionString);
  registry['_restApiClient'].setOptions({ http: { agent: agentTo(hub.port) } });
  return registry;
}

type Query = ReturnType<ReturnType<typeof registryOn>['createQuery']>;

/** All pages of a query: how many twins each had, and all twins. */
export async function pagesOf(query: Query) {
  const sizes: number[] = [];
  const twins: any[] = [];
  while (query.hasMoreResults) {
    // Without a callback the client begins anew unless it is given its own token.
    const { result } = await query.next(query.continuationToken);
    sizes.push(result.length);
    twins.push(...result);
  }
  return { sizes, twins };
}

type Outcome<T> = { value: T; status: number };

/** Microsoft's client of a namespace's queues, on a double. What it calls an error is thrown. */
export function serviceOn(bus: { port: number; cloudConnectionString: string }) {
  const service = azureSb.createServiceBusService(bus.cloudConnectionString);
  service.setProxy(null);
  service.strictSSL = false;
  service.setAgent(agentTo(bus.port));
  type Service = typeof service;
  type Received = Parameters<Service['deleteMessage']>[0];
  const settled = (call: (done: Parameters<Service['deleteMessage']>[1]) => void) =>
    new Promise<number>((resolve, reject) =>
      call((error, response) => (error ? reject(error) : resolve(response.statusCode))),
    );
  return {
    send: (queue: string, message: Parameters<Service['sendQueueMessage']>[1]): Promise<number> =>
      settled((done) => service.sendQueueMessage(queue, message, done)),
    receive: (queue: string, timeoutIntervalInS = 1, isPeekLock = true): Promise<Outcome<Received>> =>
      new Promise((resolve, reject) =>
        service.receiveQueueMessage(queue, { isPeekLock, timeoutIntervalInS }, (error, value, response) =>
          error ? reject(error) : resolve({ value, status: response.statusCode }),
        ),
      ),
    complete: (message: Received): Promise<number> => settled((done) => service.deleteMessage(message, done)),
    unlock: (message: Received): Promise<number> => settled((done) => service.unlockMessage(message, done)),
    renew: (message: Received): Promise<number> => settled((done) => service.renewLockForMessage(message, done)),
  };
}
