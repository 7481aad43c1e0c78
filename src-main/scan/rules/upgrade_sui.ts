import { flagRule } from '../rule-kinds.ts'

export const upgradeSui = flagRule({
  id: 'upgrade_sui',
  flag: 'upgradable',
  clears: 'The UpgradeCap is made immutable.',
})
