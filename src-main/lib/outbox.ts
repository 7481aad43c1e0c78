/** Sends messages in order. Each message after the first is sent in a later turn of the event loop. */
export interface Outbox<Message> {
  /** Sends the messages of one call. When one cannot be sent, rejects and drops the remaining ones. */
  send(messages: readonly Message[]): Promise<void>
}

export function createOutbox<Message>(post: (message: Message) => void): Outbox<Message> {
  let tail: Promise<void> = Promise.resolve()
  let busy = 0

  async function sendAll(messages: readonly Message[]): Promise<void> {
    for (const [i, message] of messages.entries()) {
      if (i > 0) await nextTurn()
      post(message)
    }
  }

  return {
    send(messages) {
      // Most calls are small and find an empty queue, so they are sent immediately.
      const sent = busy === 0 ? sendAll(messages) : tail.then(() => sendAll(messages))
      busy++
      tail = sent.catch(() => undefined).finally(() => busy--)
      return sent
    },
  }
}

const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))
