import { useSyncExternalStore } from 'react';

export type Store<T> = {
  subscribe: (listener: () => void) => () => void;
  get: () => T | undefined;
};

/** The newest snapshot from main, or undefined before the first. */
export const useSnapshot = <T>(store: Store<T>): T | undefined =>
  useSyncExternalStore(store.subscribe, store.get);

/** A store that is filled from outside, one snapshot at a time. */
export function snapshotStore<T>(): Store<T> & { set: (value: T) => void } {
  let current: T | undefined;
  const listeners = new Set<() => void>();
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get: () => current,
    set: (value) => {
      current = value;
      for (const listener of listeners) listener();
    },
  };
}
