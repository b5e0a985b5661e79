/** The app's picture, for windows and the About box. */
import { nativeImage } from 'electron';
import address from '../build/icons/256x256.png?inline';

export const appIcon = nativeImage.createFromDataURL(address);
