import {
  allowedAttributes,
  isAllowedDefault,
  isAllowedDefiner,
  isAllowedMembership,
  isAllowedParameter,
  isAllowedSuperuserSetting,
} from '../objects/project-rules.ts';
import type { PrivilegeFacts } from './privilege-facts.ts';

/** A right that nobody should have. */
export interface PrivilegeDifference {
  /** The role or object. */
  name: string;
  /** One plain sentence: who has which right, and what to do. */
  message: string;
}

const WORDS = {
  superuser: 'is a superuser',
  replication: 'may replicate the whole cluster',
  createrole: 'may create roles',
  createdb: 'may create databases',
  bypassrls: 'is not bound by row level security',
};

/** What of the facts the template and the project's owner cannot have brought about. Pure. */
export function privilegeDifferences(facts: PrivilegeFacts, major: number): PrivilegeDifference[] {
  return [
    ...roleDifferences(facts, major),
    ...facts.memberships
      .filter((membership) => !isAllowedMembership(membership))
      .map(({ role, member, admin, set }) =>
        found(
          member,
          `The role "${member}" has the powers of "${role}"${admin ? ' and may pass them on' : set ? ' and can become it' : ''}. Revoke this membership.`,
        ),
      ),
    ...facts.parameters
      .filter((parameter) => !isAllowedParameter(parameter))
      .map(({ parameter, grantee, privilege }) =>
        found(
          who(grantee),
          `${sentence(who(grantee))} has the right ${privilege} on the parameter ${parameter}. Revoke it.`,
        ),
      ),
    ...facts.defaults
      .filter((privilege) => !isAllowedDefault(privilege))
      .map(({ schema, grantee, privilege }) =>
        found(
          who(grantee),
          `${sentence(who(grantee))} gets the right ${privilege} on what the superuser makes${schema === null ? '' : ` in the schema "${schema}"`}. Alter the default privileges.`,
        ),
      ),
    ...settingDifferences(facts),
    ...facts.definers
      .filter((definer) => !isAllowedDefiner(definer))
      .map(({ name }) =>
        found(
          name,
          `The function ${name} runs with the powers of the superuser (SECURITY DEFINER). Give it to the role postgres, or drop it.`,
        ),
      ),
    ...facts.eventTriggers
      .filter(({ name, schema, isOfSuperuser }) => !isOurEventTrigger(name, schema, isOfSuperuser))
      .map(({ name }) =>
        found(name, `The event trigger "${name}" is not the platform's, and the superuser runs it. Drop it.`),
      ),
    ...facts.strangers.map(({ kind, name, owner }) =>
      found(
        name,
        `The ${kind} ${name} of the platform belongs to the role "${owner}". Give it back to the superuser.`,
      ),
    ),
    ...facts.onSystem.map(({ object, grantee, privilege }) =>
      found(
        who(grantee),
        `${sentence(who(grantee))} has the right ${privilege} on the ${object} of PostgreSQL itself. Revoke it.`,
      ),
    ),
  ];
}

function found(name: string, message: string): PrivilegeDifference {
  return { name, message };
}

function who(grantee: string | null): string {
  return grantee ?? 'everybody';
}

function sentence(grantee: string): string {
  return grantee === 'everybody' ? 'Everybody' : `The role "${grantee}"`;
}

function roleDifferences({ roles }: PrivilegeFacts, major: number): PrivilegeDifference[] {
  return roles
    .filter(({ isBootstrap }) => !isBootstrap)
    .flatMap(({ name, attributes }) => {
      const allowed = allowedAttributes(name, major);
      return attributes
        .filter((attribute) => !allowed.includes(attribute))
        .map((attribute) =>
          found(name, `The role "${name}" ${WORDS[attribute]}, which it must not. Take this right back.`),
        );
    });
}

function settingDifferences({ superuserSettings }: PrivilegeFacts): PrivilegeDifference[] {
  return superuserSettings
    .filter(({ ofDatabase, setting }) => ofDatabase || !isAllowedSuperuserSetting(setting))
    .map(({ role, setting }) =>
      found(
        role,
        `The superuser "${role}" has the setting ${setting.split('=')[0]}, which is not the platform's. Reset it.`,
      ),
    );
}

function isOurEventTrigger(name: string, schema: string, isOfSuperuser: boolean): boolean {
  return isOfSuperuser && schema === 'basalt' && name.startsWith('basalt_');
}
