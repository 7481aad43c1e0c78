import { flagRule } from '../rule-kinds.ts'

export const honeypotConfirmed = flagRule({
  id: 'honeypot_confirmed',
  flag: 'honeypot',
  clears: 'A simulated sell of a fresh buyer and of real holders passes.',
})
