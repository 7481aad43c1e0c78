import { create } from 'zustand'

/** Rule thresholds on trial. They change what is shown, not what is stored. */
export interface TrialState {
  /** By rule key; empty while no trial runs. */
  readonly changes: Readonly<Record<string, number>>
}

export const useTrial = create<TrialState>(() => ({ changes: {} }))

/** Tries a threshold. Setting the active value removes it from the trial. */
export const tryThreshold = (key: string, value: number, inForce: number): void =>
  useTrial.setState(({ changes }) => {
    const { [key]: _before, ...others } = changes
    return { changes: value === inForce ? others : { ...others, [key]: value } }
  })

export const endTrial = (): void => useTrial.setState({ changes: {} })
