import { createContext } from 'node:vm'

/**
 * Has V8 give back what this thread's start took, once the thread rests: some 8 s from now, in small steps. V8 does that by itself,
 * but takes a thread that allocates nothing in its old generation for a busy one (a mutator speed of 0 counts as utilisation 0,
 * `Heap::ComputeMutatorUtilization`) and then waits for 100 s. A context that nobody keeps is such an allocation.
 */
export function giveBackWhenIdle(): void {
  createContext()
}
