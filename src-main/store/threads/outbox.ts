/** Sends messages one after the other, in order; a message that waits behind others goes out in a later turn of the event loop. */
export interface Outbox<Message> {
  /** All of one call's messages. Rejects, and drops the rest of them, when one cannot be sent. */
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
      // Most calls are small and meet an empty box: they go out at once.
      const sent = busy === 0 ? sendAll(messages) : tail.then(() => sendAll(messages))
      busy++
      tail = sent.catch(() => undefined).finally(() => busy--)
      return sent
    },
  }
}

const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))
