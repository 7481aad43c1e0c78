import { create } from 'zustand'

/** Thresholds that are being tried: they change what is on the screen and nothing that is stored. */
export interface TrialState {
  /** By key of the rule; empty while nothing is tried. */
  readonly changes: Readonly<Record<string, number>>
}

export const useTrial = create<TrialState>(() => ({ changes: {} }))

/** Tries a threshold; the value that is in force anyway takes it out of the trial. */
export const tryThreshold = (key: string, value: number, inForce: number): void =>
  useTrial.setState(({ changes }) => {
    const { [key]: _before, ...others } = changes
    return { changes: value === inForce ? others : { ...others, [key]: value } }
  })

export const endTrial = (): void => useTrial.setState({ changes: {} })
