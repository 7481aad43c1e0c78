import type { Bus } from '../interface.ts'
import { createLocalBus } from '../local-bus.ts'

/** The bus of one process that also answers its own questions, for tests that stand in for several processes. No message crosses a network. */
export function createAnsweringBus(): Bus {
  const local = createLocalBus()
  const answers = new Map<string, (args: unknown) => Promise<unknown>>()
  return {
    ...local,
    answer: (question, answer) => void answers.set(question, answer),
    ask: (question, args) => answers.get(question)?.(args) ?? local.ask(question, args),
  }
}
