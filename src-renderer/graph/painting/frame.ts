import { identityKey } from '../../ui/memoize-recent.ts'
import type { Scene } from './scene.ts'
import type { Camera } from '../cytoscape/camera.ts'

/** A scene as shown in a panel of this size in CSS pixels. */
export interface Frame {
  readonly scene: Scene
  readonly camera: Camera
  readonly width: number
  readonly height: number
}

/** Equal for frames that look the same on this screen. */
export function frameKey(frame: Frame): string {
  return identityKey(frame.scene, viewKey(frame))
}

/** A key of the camera, equal for frames with the same view. */
export function viewKey({ camera, width, height }: Omit<Frame, 'scene'>): string {
  return identityKey(camera.zoom, camera.panX, camera.panY, width, height, devicePixelRatio)
}
