import { fileURLToPath } from 'node:url'
import { createEngine } from '../../engine/engine.ts'
import type { Engine } from '../../engine/interface.ts'
import type { Clock } from '../../lib/clock.ts'
import { silentLogger } from '../../lib/logger.ts'
import type { Store } from '../../store/interface.ts'
import { STORY_NOW_MS } from './story.ts'

const RESOURCES = fileURLToPath(new URL('../../../resources', import.meta.url))

/** The real engine over a store, with the rule set that is shipped. */
export const storyEngine = (store: Store, clock: Clock = { now: () => STORY_NOW_MS }): Promise<Engine> =>
  createEngine({ store, clock, logger: silentLogger, resourcesDir: RESOURCES })
