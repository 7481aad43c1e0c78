import { flagRule } from '../rule-kinds.ts'

export const upgradeSuiWithTreasury = flagRule({
  id: 'upgrade_sui_with_treasury',
  flag: 'upgradable_with_treasury',
  clears: 'The UpgradeCap is made immutable.',
})
