/** Types for the parts of azure-sb that the tests use. The package has none. */
declare module 'azure-sb' {
  import type { Agent } from 'node:http';

  type Message = {
    body: string;
    location: string;
    contentType?: string;
    brokerProperties: { MessageId: string; SequenceNumber: number; LockToken: string; DeliveryCount: number };
    customProperties?: Record<string, unknown>;
  };
  type Failure = Error | string | null;
  type Response = { statusCode: number; headers: Record<string, string> };
  type Done = (error: Failure, response: Response) => void;
  type Service = {
    strictSSL: boolean;
    setAgent(agent: Agent): void;
    setProxy(proxy: null): void;
    sendQueueMessage(
      queue: string,
      message: {
        body: string;
        contentType?: string;
        brokerProperties?: Record<string, unknown>;
        customProperties?: Record<string, unknown>;
      },
      done: Done,
    ): void;
    receiveQueueMessage(
      queue: string,
      options: { isPeekLock?: boolean; timeoutIntervalInS?: number },
      done: (error: Failure, message: Message, response: Response) => void,
    ): void;
    deleteMessage(message: Message, done: Done): void;
    unlockMessage(message: Message, done: Done): void;
    renewLockForMessage(message: Message, done: Done): void;
  };
  const client: { createServiceBusService(connectionString: string): Service };
  export default client;
}
