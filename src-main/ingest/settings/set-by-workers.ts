import { AppError } from '../../lib/app-error.ts'

const OF_WORKERS: readonly string[] = ['change', 'probe', 'test']

/** The settings of a process that reads no chain, which neither changes nor tests what the workers use (docs/team.md#roles). */
export function setByWorkers<T extends object>(settings: T): T {
  const refuse = (): Promise<never> =>
    Promise.reject(
      new AppError('conflict', {
        message: 'This process calls no endpoints and services; set those of the workers in their settings and restart them.',
      }),
    )
  return Object.fromEntries(Object.entries(settings).map(([name, call]) => [name, OF_WORKERS.includes(name) ? refuse : call])) as T
}
