import type { JetStreamManager } from '@nats-io/jetstream'
import type { KV } from '@nats-io/kv'
import { sleep } from '../../lib/backoff.ts'
import type { Logger } from '../../lib/logger.ts'
import { unlessAborted } from '../../lib/unless-aborted.ts'
import type { BusSubject } from '../events.ts'
import type { Lease } from '../interface.ts'
import { Hold } from './hold.ts'
import { leaseKey } from './subjects.ts'

export const BUCKET = 'hs-leases'
const BUCKET_STREAM = `KV_${BUCKET}`
const KEY_PREFIX = `$KV.${BUCKET}.`
/** How often to check which leases are free: one call for all of them. */
const LOOK_MS = 500
/** Extra wait per lease already held, which spreads leases over the processes. */
const WAIT_PER_LEASE_MS = 20
const MAX_WAIT_MS = 1_000

const NEVER = new AbortController().signal

interface Entry {
  readonly hold: Promise<Hold>
  readonly abort: AbortController
  users: number
  isWaiting: boolean
}

/** The leases of this process, in a key-value bucket. */
export class Leases {
  readonly #kv: KV
  readonly #jsm: JetStreamManager
  readonly #name: string
  readonly #logger: Logger
  readonly #entries = new Map<string, Entry>()
  #looked: { readonly at: number; readonly taken: Promise<ReadonlySet<string>> } | null = null
  #asked = 0

  /** @param name of this process */
  constructor(kv: KV, jsm: JetStreamManager, name: string, logger: Logger) {
    this.#kv = kv
    this.#jsm = jsm
    this.#name = name
    this.#logger = logger
  }

  async lease(subject: BusSubject, signal: AbortSignal): Promise<Lease> {
    signal.throwIfAborted()
    const key = leaseKey(subject)
    const entry = this.#entries.get(key) ?? this.#begin(key, (own) => this.#acquire(key, own))
    return this.#use(subject, key, entry, signal)
  }

  /** A lease that this process still waits for counts as taken. */
  async tryLease(subject: BusSubject): Promise<Lease | null> {
    const key = leaseKey(subject)
    const known = this.#entries.get(key)
    if (known?.isWaiting === true) return null
    const entry = known ?? this.#begin(key, () => this.#take(key))
    try {
      return await this.#use(subject, key, entry, NEVER)
    } catch {
      return null
    }
  }

  async #use(subject: BusSubject, key: string, entry: Entry, signal: AbortSignal): Promise<Lease> {
    entry.users += 1
    try {
      const hold = await unlessAborted(signal, entry.hold)
      let released = false
      const release = async (): Promise<void> => {
        if (released) return
        released = true
        await this.#leave(key, entry)
      }
      return { subject, fence: hold.fence, lost: hold.lost, isHeld: () => hold.isHeld(), release }
    } catch (error) {
      await this.#leave(key, entry)
      throw error
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#entries].map(([key, entry]) => this.#end(key, entry)))
  }

  #begin(key: string, take: (signal: AbortSignal) => Promise<Hold>): Entry {
    const abort = new AbortController()
    const entry: Entry = { hold: take(abort.signal), abort, users: 0, isWaiting: true }
    this.#entries.set(key, entry)
    const forget = (): void => {
      if (this.#entries.get(key) === entry) this.#entries.delete(key)
    }
    const held = ({ lost }: Hold): void => {
      entry.isWaiting = false
      if (lost.aborted) forget()
      else lost.addEventListener('abort', forget, { once: true })
    }
    entry.hold.then(held, forget)
    return entry
  }

  async #leave(key: string, entry: Entry): Promise<void> {
    entry.users -= 1
    if (entry.users === 0) await this.#end(key, entry)
  }

  async #end(key: string, entry: Entry): Promise<void> {
    if (this.#entries.get(key) === entry) this.#entries.delete(key)
    entry.abort.abort()
    const hold = await entry.hold.catch(() => null)
    await hold?.release((revision) => this.#jsm.streams.deleteMessage(BUCKET_STREAM, revision, false))
  }

  async #acquire(key: string, signal: AbortSignal): Promise<Hold> {
    for (;;) {
      const held = [...this.#entries.values()].filter(({ isWaiting }) => !isWaiting).length
      await sleep(Math.min(held * WAIT_PER_LEASE_MS, MAX_WAIT_MS), signal)
      try {
        return await this.#take(key)
      } catch (error) {
        this.#logger.debug({ err: error, lease: key }, 'a lease could not be taken')
      }
      await sleep(LOOK_MS, signal)
    }
  }

  /** @throws Error if another process has it */
  async #take(key: string): Promise<Hold> {
    if ((await this.#taken()).has(key)) throw new Error('another process has the lease')
    const askedAt = performance.now()
    const holder = `${this.#name}:${++this.#asked}`
    const revision = await this.#kv.create(key, holder)
    return new Hold(this.#kv, { key, holder, revision, askedAt }, this.#logger)
  }

  #taken(): Promise<ReadonlySet<string>> {
    const now = performance.now()
    if (this.#looked === null || now - this.#looked.at >= LOOK_MS / 2) this.#looked = { at: now, taken: this.#look() }
    return this.#looked.taken
  }

  async #look(): Promise<ReadonlySet<string>> {
    const { state } = await this.#jsm.streams.info(BUCKET_STREAM, { subjects_filter: `${KEY_PREFIX}>` })
    return new Set(Object.keys(state.subjects ?? {}).map((subject) => subject.slice(KEY_PREFIX.length)))
  }
}
