import type { TraceStop } from '../contract/records/traces.ts'

/** Why a trace does not follow money further (docs/detection.md#trace). */
export const TRACE_STOP_TEXT: Readonly<Record<TraceStop, { readonly label: string; readonly why: string }>> = {
  service: { label: 'Service', why: 'It serves many users, so money is not followed through it.' },
  contract: { label: 'Contract', why: 'Its code decides who is paid.' },
  busy: { label: 'Too many payments', why: 'It has more payments than a trace reads, as services do.' },
  unread: { label: 'Not readable', why: 'The endpoint cannot list its payments.' },
  small: { label: 'Below the minimum amount', why: 'Less arrived than the minimum amount.' },
  hops: { label: 'Last hop', why: 'Increase the hops to trace further.' },
}
