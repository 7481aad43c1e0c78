import type { JobState } from '../../../../src-shared/contract/records/jobs.ts'
import { formatTokenKey, type TokenKey } from '../../../../src-shared/domain/address.ts'
import type { Bus, BusSubscription } from '../../../bus/interface.ts'

const UNFINISHED: readonly JobState[] = ['queued', 'running']

export const jobPath = (id: string): string => `/local/v1/jobs/${encodeURIComponent(id)}`

/** Unfinished reads by token, so that answers from older facts name the job that updates them. */
export class RunningReads {
  readonly #jobs = new Map<string, string>()
  readonly #events: BusSubscription

  constructor(bus: Pick<Bus, 'subscribe'>) {
    this.#events = bus.subscribe('jobs', (_token, { id, kind, state, network, token_address: address }) => {
      if (kind !== 'read') return
      const token = formatTokenKey({ network, address })
      if (UNFINISHED.includes(state)) this.#jobs.set(token, id)
      else if (this.#jobs.get(token) === id) this.#jobs.delete(token)
    })
  }

  /** The path of the job that is reading a token. Null if there is none. */
  pathOf(token: TokenKey): string | null {
    const id = this.#jobs.size === 0 ? undefined : this.#jobs.get(formatTokenKey(token))
    return id === undefined ? null : jobPath(id)
  }

  close(): void {
    this.#events.stop()
  }
}
