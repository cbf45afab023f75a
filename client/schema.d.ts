// Types of the service, from its /archivist/openapi.json. Made by: npx node client/generate.ts
export interface paths {
  '/iam/v1/access_policies': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List access_policies */
    get: operations['listAccessPolicies'];
    put?: never;
    /** Create one of the access_policies */
    post: operations['createAccessPolicy'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/access_policies/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read one of the access_policies */
    get: operations['getAccessPolicy'];
    put?: never;
    post?: never;
    /** Delete one of the access_policies */
    delete: operations['deleteAccessPolicy'];
    options?: never;
    head?: never;
    /** Change one of the access_policies */
    patch: operations['updateAccessPolicy'];
    trace?: never;
  };
  '/iam/v1/access_policies/{uuid}/assets': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the assets that an access policy matches, newest first
     * @description Assets that others share are matched by the attributes that they share.
     */
    get: operations['listAssetsOfAccessPolicy'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/assets/{uuid}/access_policies': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the access policies of the tenancy that match an asset
     * @description Policies match the current attributes, also with `at_time`.
     */
    get: operations['listAccessPoliciesOfAsset'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/appidp/token': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Exchange client credentials for an access token */
    post: operations['issueToken'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/appidpv1/.well-known/openid-configuration': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The metadata of the issuer of our tokens */
    get: operations['getOpenIdConfiguration'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/appidpv1/.well-known/jwks.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The public keys that verify our tokens */
    get: operations['getJwks'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/applications': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List applications */
    get: operations['listApplications'];
    put?: never;
    /** Create one of the applications */
    post: operations['createApplication'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/applications/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read one of the applications */
    get: operations['getApplication'];
    put?: never;
    post?: never;
    /** Delete one of the applications */
    delete: operations['deleteApplication'];
    options?: never;
    head?: never;
    /** Change one of the applications */
    patch: operations['updateApplication'];
    trace?: never;
  };
  '/iam/v1/applications/{uuid}:regenerate-secret': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Replace the secret of an application
     * @description Tokens that were issued with the old secret stay valid until they expire. The old secret itself ends now, or at `previous_valid_until`; `credentials` then has both, the new one first.
     */
    post: operations['regenerateApplicationSecret'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/tenancies/root_principals': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The administrators of the tenancy */
    get: operations['getRootPrincipals'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /** Replace the administrators of the tenancy */
    patch: operations['replaceRootPrincipals'];
    trace?: never;
  };
  '/v1/tenancies/administrators': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The administrators of the tenancy */
    get: operations['getAdministrators'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /** Replace the administrators of the tenancy */
    patch: operations['replaceAdministrators'];
    trace?: never;
  };
  '/v1/tenancies/self': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The tenancy of the caller */
    get: operations['getTenancy'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /** Rename the tenancy of the caller */
    patch: operations['updateTenancy'];
    trace?: never;
  };
  '/v1/tenancies/tenantid': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The identity of the tenancy of the caller */
    get: operations['getTenantId'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/tenancies/{uuid}:publicinfo': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What everybody may know of a tenancy */
    get: operations['getTenancyPublicInfo'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/whoami': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Who the caller is */
    get: operations['whoami'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/tenancies/users': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The people of the tenancy, newest first */
    get: operations['listUsers'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/tenancies/users/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** One of the people of the tenancy */
    get: operations['getUser'];
    put?: never;
    post?: never;
    /** Remove a person from the tenancy, also as administrator; it holds from their next request */
    delete: operations['removeUser'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/users/tenants': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The tenancies of the caller
     * @description A member of several names one of them with each request, by the header `x-tenant`.
     */
    get: operations['listOwnTenancies'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/invites': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List invites */
    get: operations['listInvites'];
    put?: never;
    /** Create one of the invites */
    post: operations['createInvite'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/invites': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List invites
     * @description An alias of `/v1/invites`.
     */
    get: operations['listInvitesAlias1'];
    put?: never;
    /**
     * Create one of the invites
     * @description An alias of `/v1/invites`.
     */
    post: operations['createInviteAlias1'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/invites/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read one of the invites */
    get: operations['getInvite'];
    put?: never;
    post?: never;
    /** Delete one of the invites */
    delete: operations['deleteInvite'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/invites/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read one of the invites
     * @description An alias of `/v1/invites/{uuid}`.
     */
    get: operations['getInviteAlias1'];
    put?: never;
    post?: never;
    /**
     * Delete one of the invites
     * @description An alias of `/v1/invites/{uuid}`.
     */
    delete: operations['deleteInviteAlias1'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/invites/{uuid}:accept': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Become a member of the tenancy that invites the caller
     * @description For the invited person, with a token of their own identity provider: the token's verified e-mail address must be the invite's. An invite is accepted once, and is gone then.
     */
    post: operations['acceptInvite'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/invites/{uuid}:accept': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Become a member of the tenancy that invites the caller
     * @description For the invited person, with a token of their own identity provider: the token's verified e-mail address must be the invite's. An invite is accepted once, and is gone then.
     *
     *     An alias of `/v1/invites/{uuid}:accept`.
     */
    post: operations['acceptInviteAlias1'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/issuers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The OpenID Connect providers by which people sign in
     * @description For a client that signs people in by authorization code with PKCE.
     */
    get: operations['listIssuers'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/assets': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List assets, newest first
     * @description Without `tracked`, only tracked assets.
     */
    get: operations['listAssets'];
    put?: never;
    /** Create an asset */
    post: operations['createAsset'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/assets/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read an asset, as it is or as it was */
    get: operations['getAsset'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/assets/{uuid}:publicurl': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The public address of a public asset */
    get: operations['getAssetPublicUrl'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/assets/-/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the events of all assets, newest first */
    get: operations['listAllEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/assets/{uuid}/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the events of an asset, newest first */
    get: operations['listEvents'];
    put?: never;
    /** Append an event to an asset */
    post: operations['createEvent'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/assets/{asset_uuid}/events/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read an event */
    get: operations['getEvent'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/assets/{asset_uuid}/events/{uuid}:proof': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * All that it takes to check an event without the service
     * @description Of a SIMPLE_HASH event for administrators of its tenancy, because the hash takes all events of its window; of a KHIPU event for who may read all of it.
     */
    get: operations['getEventProof'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/assets/{asset_uuid}/events/{uuid}:publicurl': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The public address of an event of a public asset */
    get: operations['getEventPublicUrl'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/publicassets/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read a public asset, as it is or as it was */
    get: operations['getPublicAsset'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/publicassets/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a public asset, as it is or as it was
     * @description An alias of `/v2/publicassets/{uuid}`.
     */
    get: operations['getPublicAssetAlias1'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/publicassets/{uuid}:publicurl': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The public address of a public asset, by the identity that public responses have */
    get: operations['getPublicAssetPublicUrl'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/publicassets/{uuid}:publicurl': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The public address of a public asset, by the identity that public responses have
     * @description An alias of `/v2/publicassets/{uuid}:publicurl`.
     */
    get: operations['getPublicAssetPublicUrlAlias1'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/publicassets/-/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the events of all public assets, newest first */
    get: operations['listAllPublicEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/publicassets/-/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the events of all public assets, newest first
     * @description An alias of `/v2/publicassets/-/events`.
     */
    get: operations['listAllPublicEventsAlias1'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/publicassets/{uuid}/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the events of a public asset, newest first */
    get: operations['listPublicEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/publicassets/{uuid}/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the events of a public asset, newest first
     * @description An alias of `/v2/publicassets/{uuid}/events`.
     */
    get: operations['listPublicEventsAlias1'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/publicassets/{asset_uuid}/events/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read an event of a public asset */
    get: operations['getPublicEvent'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/publicassets/{asset_uuid}/events/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read an event of a public asset
     * @description An alias of `/v2/publicassets/{asset_uuid}/events/{uuid}`.
     */
    get: operations['getPublicEventAlias1'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/publicassets/{asset_uuid}/events/{uuid}:publicurl': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The public address of an event of a public asset, by the identity that public responses have */
    get: operations['getPublicEventPublicUrl'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/publicassets/{asset_uuid}/events/{uuid}:publicurl': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The public address of an event of a public asset, by the identity that public responses have
     * @description An alias of `/v2/publicassets/{asset_uuid}/events/{uuid}:publicurl`.
     */
    get: operations['getPublicEventPublicUrlAlias1'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/publicassets/{asset_uuid}/events/{uuid}:proof': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** All that it takes to check an event of a public asset without the service */
    get: operations['getPublicEventProof'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/publicassets/{asset_uuid}/events/{uuid}:proof': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * All that it takes to check an event of a public asset without the service
     * @description An alias of `/v2/publicassets/{asset_uuid}/events/{uuid}:proof`.
     */
    get: operations['getPublicEventProofAlias1'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/blobs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Upload a file
     * @description It is scanned later, once a day. What it is, its bytes say, not the client.
     */
    post: operations['createBlob'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/blobs/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download a file
     * @description For administrators, and for who uploaded it; others reach it as an attachment.
     */
    get: operations['getBlob'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/blobs/{uuid}/info': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What is known of a file */
    get: operations['getBlobInfo'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/attachments/assets/{asset_uuid}/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Download a file that is attached to an asset */
    get: operations['getAssetAttachment'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/attachments/assets/{asset_uuid}/{uuid}/info': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What is known of a file that is attached to an asset */
    get: operations['getAssetAttachmentInfo'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/attachments/assets/{asset_uuid}/events/{event_uuid}/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Download a file that is attached to an event */
    get: operations['getEventAttachment'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/attachments/assets/{asset_uuid}/events/{event_uuid}/{uuid}/info': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What is known of a file that is attached to an event */
    get: operations['getEventAttachmentInfo'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/attachments/publicassets/{asset_uuid}/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Download a file that is attached to a public asset */
    get: operations['getPublicAssetAttachment'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/attachments/{asset_uuid}/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download a file that is attached to a public asset
     * @description An alias of `/v2/attachments/publicassets/{asset_uuid}/{uuid}`.
     */
    get: operations['getPublicAssetAttachmentAlias1'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/attachments/publicassets/{asset_uuid}/{uuid}/info': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What is known of a file that is attached to a public asset */
    get: operations['getPublicAssetAttachmentInfo'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/attachments/{asset_uuid}/{uuid}/info': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What is known of a file that is attached to a public asset
     * @description An alias of `/v2/attachments/publicassets/{asset_uuid}/{uuid}/info`.
     */
    get: operations['getPublicAssetAttachmentInfoAlias1'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/attachments/publicassets/{asset_uuid}/events/{event_uuid}/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Download a file that is attached to an event of a public asset */
    get: operations['getPublicEventAttachment'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/attachments/{asset_uuid}/events/{event_uuid}/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download a file that is attached to an event of a public asset
     * @description An alias of `/v2/attachments/publicassets/{asset_uuid}/events/{event_uuid}/{uuid}`.
     */
    get: operations['getPublicEventAttachmentAlias1'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/attachments/publicassets/{asset_uuid}/events/{event_uuid}/{uuid}/info': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What is known of a file that is attached to an event of a public asset */
    get: operations['getPublicEventAttachmentInfo'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/attachments/{asset_uuid}/events/{event_uuid}/{uuid}/info': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What is known of a file that is attached to an event of a public asset
     * @description An alias of `/v2/attachments/publicassets/{asset_uuid}/events/{event_uuid}/{uuid}/info`.
     */
    get: operations['getPublicEventAttachmentInfoAlias1'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1alpha2/blockchain/assets/{asset_uuid}/events/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The transactions behind an event */
    get: operations['getBlockchainTransactions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1alpha2/blockchain/publicassets/{asset_uuid}/events/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The transactions behind an event of a public asset */
    get: operations['getPublicBlockchainTransactions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/node': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The blockchain node of the service */
    get: operations['getNode'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/archivistnode': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The blockchain node of the service
     * @description An alias of `/v1/node`.
     */
    get: operations['getNodeAlias1'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/node/block': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** A block, by its hash or its number; the latest where neither is given */
    get: operations['getBlock'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/archivistnode/block': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A block, by its hash or its number; the latest where neither is given
     * @description An alias of `/v1/node/block`.
     */
    get: operations['getBlockAlias1'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/compliance_policies': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List compliance_policies */
    get: operations['listCompliancePolicies'];
    put?: never;
    /** Create one of the compliance_policies */
    post: operations['createCompliancePolicy'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/compliance_policies/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read one of the compliance_policies */
    get: operations['getCompliancePolicy'];
    put?: never;
    post?: never;
    /** Delete one of the compliance_policies */
    delete: operations['deleteCompliancePolicy'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/compliance/assets/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Whether an asset is compliant, now or at a moment
     * @description By the caller's tenancy's policies that were there then and match the asset as it was then. `compliant` is over all of them.
     */
    get: operations['getCompliance'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/iothubgdr': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List imports, newest first */
    get: operations['listIotHubImports'];
    put?: never;
    /**
     * Import a hub's devices as assets
     * @description A device that was imported before stays the asset that it is.
     */
    post: operations['createIotHubImport'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/iothubgdr/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read an import */
    get: operations['getIotHubImport'];
    put?: never;
    post?: never;
    /** Forget an import; one that runs goes on */
    delete: operations['deleteIotHubImport'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/iothubgdr/{uuid}:cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Stop an import; what has been imported stays
     * @description One that has ended stays as it is.
     */
    post: operations['cancelIotHubImport'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/svcbussources': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List sources, newest first */
    get: operations['listBusSources'];
    put?: never;
    /**
     * Record the changes of devices from a queue's messages
     * @description A connection that fails is no error here: it shows in `status`, and is tried again.
     */
    post: operations['createBusSource'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/svcbussources/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read a source */
    get: operations['getBusSource'];
    put?: never;
    post?: never;
    /** End a source; what it has recorded stays */
    delete: operations['deleteBusSource'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/locations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List locations */
    get: operations['listLocations'];
    put?: never;
    /** Create one of the locations */
    post: operations['createLocation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/locations/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read one of the locations */
    get: operations['getLocation'];
    put?: never;
    post?: never;
    /** Delete one of the locations */
    delete: operations['deleteLocation'];
    options?: never;
    head?: never;
    /** Change one of the locations */
    patch: operations['updateLocation'];
    trace?: never;
  };
  '/v2/locations/{uuid}/permissions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Whom a location is shared with */
    get: operations['getLocationPermissions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Replace whom a location is shared with
     * @description Those named can read the location. Of an organisation its administrators can, while both sides have confirmed.
     */
    patch: operations['updateLocationPermissions'];
    trace?: never;
  };
  '/iam/v1/subjects': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List subjects */
    get: operations['listSubjects'];
    put?: never;
    /** Create one of the subjects */
    post: operations['createSubject'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/subjects/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read one of the subjects */
    get: operations['getSubject'];
    put?: never;
    post?: never;
    /** Delete one of the subjects */
    delete: operations['deleteSubject'];
    options?: never;
    head?: never;
    /** Change one of the subjects */
    patch: operations['updateSubject'];
    trace?: never;
  };
  '/v1/tlscacertificates': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List tlscacertificates */
    get: operations['listTlsCaCertificates'];
    put?: never;
    /** Create one of the tlscacertificates */
    post: operations['createTlsCaCertificate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/tlscacertificates/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read one of the tlscacertificates */
    get: operations['getTlsCaCertificate'];
    put?: never;
    post?: never;
    /** Delete one of the tlscacertificates */
    delete: operations['deleteTlsCaCertificate'];
    options?: never;
    head?: never;
    /** Change one of the tlscacertificates */
    patch: operations['updateTlsCaCertificate'];
    trace?: never;
  };
  '/v1/caps': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The quotas of the tenancy */
    get: operations['getCaps'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/tenancies/caps': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The quotas of the tenancy, in the form of the older endpoint too */
    get: operations['getTenancyCaps'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/access_policies:caps': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The quota of access_policies */
    get: operations['getAccessPoliciesCaps'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/applications:caps': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The quota of applications */
    get: operations['getApplicationsCaps'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/assets:caps': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The quota of assets */
    get: operations['getAssetsCaps'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/blobs:caps': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The quota of blobs */
    get: operations['getBlobsCaps'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/compliance_policies:caps': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The quota of compliance_policies */
    get: operations['getCompliancePoliciesCaps'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/invites:caps': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The quota of invites */
    get: operations['getInvitesCaps'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/invites:caps': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The quota of invites
     * @description An alias of `/v1/invites:caps`.
     */
    get: operations['getInvitesCapsAlias1'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/locations:caps': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The quota of locations */
    get: operations['getLocationsCaps'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/tlscacertificates:caps': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The quota of tls_ca_certificates */
    get: operations['getTlsCaCertificatesCaps'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/audit': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Changes to the tenancy and its collections, newest first */
    get: operations['listAudit'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/tenants': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a tenant with its first administrator application
     * @description For the operator of the deployment. The same tenant_identity again creates nothing and renews the secret.
     */
    post: operations['createTenant'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/tenants/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /** Set whether a tenant may have KHIPU assets */
    patch: operations['updateTenant'];
    trace?: never;
  };
  '/operator/v1/fsck': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Check ledgers: chains, current states, index rows, acknowledged events, quota counts */
    post: operations['fsck'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/assets/{uuid}:accept-loss': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Let a frozen ledger go on from what the database holds
     * @description After a backup was restored and nothing newer can be had. What was acknowledged after it is lost; the log says how much.
     */
    post: operations['acceptLoss'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/windows:reopen': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Remove windows of anchors that end in the future
     * @description After a clock was fast: until such a window ends, its scope takes no events. Their events are anchored again; a former anchor stays on the chain, and the log says which. Does nothing where no window ends in the future.
     */
    post: operations['reopenWindows'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/access_policies:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** OpenAPI 2.0 description of access policies */
    get: operations['getAccessPoliciesOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/access_policies:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The description of access policies as a page */
    get: operations['getAccessPoliciesOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/appidp:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** OpenAPI 2.0 description of application identity provider */
    get: operations['getAppidpOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/appidp:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The description of application identity provider as a page */
    get: operations['getAppidpOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/applications:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** OpenAPI 2.0 description of applications */
    get: operations['getApplicationsOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/applications:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The description of applications as a page */
    get: operations['getApplicationsOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/tenancies:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** OpenAPI 2.0 description of tenancies */
    get: operations['getTenanciesOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/tenancies:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The description of tenancies as a page */
    get: operations['getTenanciesOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/tenancies/users:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** OpenAPI 2.0 description of users */
    get: operations['getUsersOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/tenancies/users:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The description of users as a page */
    get: operations['getUsersOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/users:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** OpenAPI 2.0 description of tenancies of the caller */
    get: operations['getOwnTenanciesOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/users:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The description of tenancies of the caller as a page */
    get: operations['getOwnTenanciesOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/invites:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** OpenAPI 2.0 description of invites */
    get: operations['getInvitesOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/invites:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * OpenAPI 2.0 description of invites
     * @description An alias of `/v1/invites:openapi`.
     */
    get: operations['getInvitesOpenApiAlias1'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/invites:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The description of invites as a page */
    get: operations['getInvitesOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/invites:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The description of invites as a page
     * @description An alias of `/v1/invites:openapi-ui`.
     */
    get: operations['getInvitesOpenApiUiAlias1'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/issuers:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** OpenAPI 2.0 description of issuers */
    get: operations['getIssuersOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/issuers:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The description of issuers as a page */
    get: operations['getIssuersOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/assets:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** OpenAPI 2.0 description of assets and events */
    get: operations['getAssetsOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/assets:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The description of assets and events as a page */
    get: operations['getAssetsOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/publicassets:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** OpenAPI 2.0 description of public assets */
    get: operations['getPublicassetsOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/publicassets:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The description of public assets as a page */
    get: operations['getPublicassetsOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/blobs:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** OpenAPI 2.0 description of blobs */
    get: operations['getBlobsOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/blobs:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The description of blobs as a page */
    get: operations['getBlobsOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/attachments:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** OpenAPI 2.0 description of attachments */
    get: operations['getAttachmentsOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/attachments:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The description of attachments as a page */
    get: operations['getAttachmentsOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1alpha2/blockchain/assets:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** OpenAPI 2.0 description of blockchain transactions */
    get: operations['getBlockchainOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1alpha2/blockchain/assets:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The description of blockchain transactions as a page */
    get: operations['getBlockchainOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1alpha2/blockchain/publicassets:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** OpenAPI 2.0 description of blockchain transactions of public assets */
    get: operations['getPublicblockchainOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1alpha2/blockchain/publicassets:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The description of blockchain transactions of public assets as a page */
    get: operations['getPublicblockchainOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/node:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** OpenAPI 2.0 description of node */
    get: operations['getNodeOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/archivistnode:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * OpenAPI 2.0 description of node
     * @description An alias of `/v1/node:openapi`.
     */
    get: operations['getNodeOpenApiAlias1'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/node:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The description of node as a page */
    get: operations['getNodeOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/archivistnode:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The description of node as a page
     * @description An alias of `/v1/node:openapi-ui`.
     */
    get: operations['getNodeOpenApiUiAlias1'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/compliance_policies:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** OpenAPI 2.0 description of compliance policies */
    get: operations['getCompliancepoliciesOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/compliance_policies:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The description of compliance policies as a page */
    get: operations['getCompliancepoliciesOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/compliance:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** OpenAPI 2.0 description of compliance of assets */
    get: operations['getComplianceOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/compliance:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The description of compliance of assets as a page */
    get: operations['getComplianceOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/iothubgdr:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** OpenAPI 2.0 description of iot hub imports */
    get: operations['getIothubgdrOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/iothubgdr:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The description of iot hub imports as a page */
    get: operations['getIothubgdrOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/svcbussources:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** OpenAPI 2.0 description of message-bus sources */
    get: operations['getSvcbussourcesOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/svcbussources:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The description of message-bus sources as a page */
    get: operations['getSvcbussourcesOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/locations:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** OpenAPI 2.0 description of locations */
    get: operations['getLocationsOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/locations:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The description of locations as a page */
    get: operations['getLocationsOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/subjects:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** OpenAPI 2.0 description of subjects */
    get: operations['getSubjectsOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/subjects:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The description of subjects as a page */
    get: operations['getSubjectsOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/tlscacertificates:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** OpenAPI 2.0 description of tls ca certificates */
    get: operations['getTlscacertificatesOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/tlscacertificates:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The description of tls ca certificates as a page */
    get: operations['getTlscacertificatesOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/caps:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** OpenAPI 2.0 description of quotas */
    get: operations['getCapsOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/caps:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The description of quotas as a page */
    get: operations['getCapsOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/audit:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** OpenAPI 2.0 description of audit */
    get: operations['getAuditOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/audit:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The description of audit as a page */
    get: operations['getAuditOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** OpenAPI 2.0 description of the operator's operations */
    get: operations['getOperatorOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The description of the operator's operations as a page */
    get: operations['getOperatorOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/openapi.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** OpenAPI 3.1 description of the whole service */
    get: operations['getOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The interface as pages: an index of the groups, or one of them */
    get: operations['getOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface components {
  schemas: {
    AccessPolicy: {
      /** @description access_policies/<uuid> */
      identity: string;
      display_name: string;
      description: string;
      filters: {
        or: string[];
      }[];
      access_permissions: components['schemas']['AccessPermission'][];
      /** @description tenant/<uuid> */
      tenant: string;
    };
    AccessPermission: {
      subjects: string[];
      user_attributes: {
        or: string[];
      }[];
      behaviours: string[];
      asset_attributes_read: string[];
      asset_attributes_write: string[];
      event_arc_display_type_read: string[];
      event_arc_display_type_write: string[];
      include_attributes: string[];
    };
    Error: {
      /** @description gRPC status code */
      code: number;
      message: string;
      details: (components['schemas']['RequestInfo'] | components['schemas']['BadRequest'])[];
    };
    RequestInfo: {
      /** @enum {string} */
      '@type': 'type.googleapis.com/google.rpc.RequestInfo';
      request_id: string;
    };
    BadRequest: {
      /** @enum {string} */
      '@type': 'type.googleapis.com/google.rpc.BadRequest';
      field_violations: {
        field: string;
        description: string;
      }[];
    };
    /**
     * @example {
     *       "display_name": "Inspectors",
     *       "filters": [
     *         {
     *           "or": [
     *             "attributes.arc_display_type=Pump"
     *           ]
     *         }
     *       ],
     *       "access_permissions": [
     *         {
     *           "user_attributes": [
     *             {
     *               "or": [
     *                 "jwt_role=inspector"
     *               ]
     *             }
     *           ],
     *           "asset_attributes_read": [
     *             "arc_display_name",
     *             "arc_display_type"
     *           ],
     *           "event_arc_display_type_read": [
     *             "*"
     *           ],
     *           "event_arc_display_type_write": [
     *             "Inspection"
     *           ],
     *           "behaviours": [
     *             "RecordEvidence"
     *           ]
     *         }
     *       ]
     *     }
     */
    CreateAccessPolicy: {
      display_name: string;
      description?: string;
      /** @description Which assets: attributes.<name>=<value>, != or =*; all groups must hold, of each at least one string. None matches nothing */
      filters?: {
        or: string[];
      }[];
      access_permissions?: components['schemas']['AccessPermissionInput'][];
    };
    AccessPermissionInput: {
      subjects?: string[] | null;
      /** @description Which users: email=…, subject=…, group=…, jwt_<claim>=… */
      user_attributes?:
        | {
            or: string[];
          }[]
        | null;
      behaviours?: string[] | null;
      asset_attributes_read?: string[] | null;
      asset_attributes_write?: string[] | null;
      event_arc_display_type_read?: string[] | null;
      event_arc_display_type_write?: string[] | null;
      include_attributes?: string[] | null;
    };
    PatchAccessPolicy: {
      display_name?: string;
      description?: string;
      /** @description Which assets: attributes.<name>=<value>, != or =*; all groups must hold, of each at least one string. None matches nothing */
      filters?: {
        or: string[];
      }[];
      access_permissions?: components['schemas']['AccessPermissionInput'][];
    };
    AssetList: {
      assets: components['schemas']['Asset'][];
      next_page_token: string;
    };
    Asset: {
      identity: string;
      behaviours: string[];
      attributes: components['schemas']['Attributes'];
      /** @enum {string} */
      confirmation_status: 'PENDING' | 'CONFIRMED' | 'FAILED';
      /** @enum {string} */
      tracked: 'TRACKED' | 'NOT_TRACKED';
      owner: string;
      at_time: string;
      /** @enum {string} */
      storage_integrity: 'TENANT_STORAGE' | 'LEDGER';
      /** @enum {string} */
      proof_mechanism: 'SIMPLE_HASH' | 'KHIPU';
      chain_id: string;
      public: boolean;
      tenant_identity: string;
    };
    /** @description Name to a string, a map of strings, or a list of maps of strings */
    Attributes: {
      [key: string]:
        | string
        | {
            [key: string]: string;
          }
        | {
            [key: string]: string;
          }[];
    };
    Token: {
      access_token: string;
      expires_in: number;
      /** @enum {string} */
      token_type: 'Bearer';
    };
    OAuthError: {
      error: string;
      error_description: string;
    };
    TokenRequest: {
      /** @description client_credentials */
      grant_type?: string;
      client_id?: string;
      client_secret?: string;
    };
    OpenIdConfiguration: {
      issuer: string;
      token_endpoint: string;
      jwks_uri: string;
      grant_types_supported: string[];
      token_endpoint_auth_methods_supported: string[];
      response_types_supported: string[];
      subject_types_supported: string[];
      id_token_signing_alg_values_supported: string[];
    };
    JsonWebKeySet: {
      keys: {
        kty: string;
        kid: string;
        alg: string;
        use: string;
        crv: string;
        x: string;
        y: string;
      }[];
    };
    Application: {
      /** @description applications/<uuid> */
      identity: string;
      client_id: string;
      /** @description tenant/<uuid> */
      tenant_id: string;
      display_name: string;
      custom_claims: {
        [key: string]: string;
      };
      credentials: {
        secret: string;
        valid_from: string;
        valid_until: string;
      }[];
    };
    CreateApplication: {
      display_name: string;
      /** @description Claims copied into the tokens of the application */
      custom_claims?: {
        [key: string]: string;
      };
    };
    PatchApplication: {
      display_name?: string;
      /** @description Claims copied into the tokens of the application */
      custom_claims?: {
        [key: string]: string;
      };
    };
    /**
     * @example {
     *       "previous_valid_until": "2027-01-31T00:00:00Z"
     *     }
     */
    RegenerateSecret: {
      /** @description Until when the secret that is replaced is accepted too, at most until its own `valid_until`; now when absent or past */
      previous_valid_until?: string;
    };
    RootPrincipals: {
      root_principals: components['schemas']['Principal'][];
    };
    Principal: {
      issuer: string;
      subject: string;
      display_name: string;
      email: string;
    };
    NewRootPrincipals: {
      root_principals: components['schemas']['NewPrincipal'][];
    };
    NewPrincipal: {
      issuer: string;
      /** @description May be left out of a person who has an `email`, until they first sign in */
      subject?: string | null;
      display_name?: string | null;
      email?: string | null;
    };
    Administrators: {
      administrators: components['schemas']['Principal'][];
    };
    NewAdministrators: {
      administrators: components['schemas']['NewPrincipal'][];
    };
    Tenancy: {
      /** @description tenant/<uuid> */
      identity: string;
      display_name: string;
      verified_domain: string;
      enterprise_sso_enabled: boolean;
      enterprise_sso_config: Record<string, never>;
    };
    PatchTenancy: {
      display_name?: string;
    };
    TenantId: {
      /** @description tenant/<uuid> */
      identity: string;
      /** @enum {string} */
      tier: 'PREMIUM';
    };
    TenancyPublicInfo: {
      identity: string;
      verified_domain: string;
    };
    WhoAmI: {
      avatar_url: string;
      principal: components['schemas']['Principal'];
      roles: string[];
      tenantid: string;
      userid: string;
      is_social: boolean;
    };
    UserList: {
      users: components['schemas']['User'][];
      next_page_token: string;
    };
    User: {
      /** @description users/<uuid> */
      identity: string;
      issuer: string;
      subject: string;
      display_name: string;
      email: string;
      roles: string[];
      /** @description A member by invitation; others are as long as they are administrators */
      invited: boolean;
      /** Format: date-time */
      created: string;
    };
    OwnTenancies: {
      tenants: components['schemas']['Membership'][];
      /** @description Always empty: the response has all */
      next_page_token: string;
    };
    Membership: {
      /** @description tenant/<uuid>: what the header x-tenant names */
      identity: string;
      display_name: string;
      verified_domain: string;
      roles: string[];
    };
    Invite: {
      /** @description invites/<uuid> */
      identity: string;
      email: string;
      message: string;
      /** Format: date-time */
      expiry_time: string;
      /**
       * @description NOT_CONFIGURED: this deployment sends no mail, tell the invited person yourself
       * @enum {string}
       */
      mail_status: 'QUEUED' | 'SENT' | 'FAILED' | 'NOT_CONFIGURED';
      /** @description Why mail was not sent; empty otherwise */
      mail_error: string;
    };
    /**
     * @example {
     *       "email": "inspector@example.com",
     *       "message": "Welcome to quay 4."
     *     }
     */
    CreateInvite: {
      /** @description Whom to invite; upper and lower case are alike */
      email: string;
      /** @description Goes into the invitation e-mail */
      message?: string;
    };
    IssuerList: {
      issuers: components['schemas']['Issuer'][];
    };
    Issuer: {
      /** @description Address of the provider; its endpoints are in its discovery document */
      issuer: string;
      /** @description The client as which to sign in: the audience of its tokens */
      client_id: string;
    };
    /**
     * @example {
     *       "behaviours": [
     *         "RecordEvidence"
     *       ],
     *       "attributes": {
     *         "arc_display_name": "Traffic light 101",
     *         "arc_display_type": "Traffic light"
     *       }
     *     }
     */
    CreateAsset: {
      behaviours?: (
        | 'Builtin'
        | 'AssetCreator'
        | 'RecordEvidence'
        | 'Attachments'
        | 'Firmware'
        | 'Maintenance'
        | 'LocationUpdate'
      )[];
      attributes?: components['schemas']['Attributes'];
      /** @enum {string} */
      proof_mechanism?: 'SIMPLE_HASH' | 'KHIPU';
      /**
       * @description Deprecated: proof_mechanism replaces it
       * @enum {string}
       */
      storage_integrity?: 'TENANT_STORAGE' | 'LEDGER';
      public?: boolean;
      chain_id?: string | number;
      /** @description Cannot be set: 400 */
      access_policy?: Record<string, never>;
    };
    PublicUrl: {
      publicurl: string;
    };
    EventList: {
      events: components['schemas']['Event'][];
      next_page_token: string;
    };
    Event: {
      identity: string;
      asset_identity: string;
      event_attributes: components['schemas']['Attributes'];
      asset_attributes: components['schemas']['Attributes'];
      operation: string;
      behaviour: string;
      timestamp_declared: string;
      timestamp_accepted: string;
      timestamp_committed: string;
      principal_declared: {
        issuer: string;
        subject: string;
        display_name: string;
        email: string;
      };
      principal_accepted: {
        issuer: string;
        subject: string;
        display_name: string;
        email: string;
      };
      /** @enum {string} */
      confirmation_status: 'PENDING' | 'CONFIRMED' | 'FAILED';
      transaction_id: string;
      block_number: number;
      transaction_index: number;
      from: string;
      tenant_identity: string;
    };
    /**
     * @example {
     *       "operation": "Record",
     *       "behaviour": "RecordEvidence",
     *       "event_attributes": {
     *         "arc_display_type": "Inspection",
     *         "arc_description": "Lamp replaced"
     *       },
     *       "asset_attributes": {
     *         "lamp": "LED"
     *       }
     *     }
     */
    CreateEvent: {
      operation: string;
      behaviour: string;
      event_attributes?: components['schemas']['Attributes'];
      asset_attributes?: components['schemas']['Attributes'];
      timestamp_declared?: string;
      principal_declared?: {
        issuer?: string | null;
        subject?: string | null;
        display_name?: string | null;
        email?: string | null;
      };
    };
    EventProof: {
      /** @enum {string} */
      format: 'asset-evidence-proof/1';
      /** @enum {string} */
      mechanism: 'SIMPLE_HASH' | 'KHIPU';
      /** @enum {string} */
      view: 'tenant' | 'public';
      event: components['schemas']['Event'];
      anchor?: {
        tenant: string;
        api_query: string;
        start_time: string;
        end_time: string;
        hash_schema_version: number;
        anchor_hash: string;
        event_count: number;
      };
      events?: components['schemas']['Event'][];
      khipu?: {
        schema_version: number;
        hash_alg: string;
        event_hash: string;
        previous_event_hash: string;
        sequence: number;
        preimage: string;
      };
      chain: {
        chain_id: string;
        /** @enum {string} */
        kind: 'embedded' | 'external';
        genesis_hash: string;
        transaction: string;
        transaction_index: number;
        inclusion: string[];
        block_header: string;
        block_hash: string;
        validator_address: string;
        rotations?: string[];
        finality: string;
      };
    };
    Blob: {
      identity: string;
      hash: {
        alg: string;
        value: string;
      };
      issuer: string;
      mime_type: string;
      scanned_bad_reason: string;
      /** @enum {string} */
      scanned_status: 'NOT_SCANNED' | 'SCANNED_OK' | 'SCANNED_BAD';
      scanned_timestamp: string;
      size: number;
      subject: string;
      tenantid: string;
      timestamp_accepted: string;
    };
    BlockchainTransactions: {
      transactions: {
        /** @enum {string} */
        kind: 'SIMPLE_HASH' | 'KHIPU';
        transaction: {
          hash: string;
          nonce: string;
          blockhash: string;
          block_number: string;
          transaction_index: number;
          /** @description Empty for who may not see all events of the window: administrators of the tenancy may */
          r: string;
          /** @description Empty for who may not see all events of the window: administrators of the tenancy may */
          s: string;
          /** @description Empty for who may not see all events of the window: administrators of the tenancy may */
          v: string;
          from: string;
          to: string;
          value: string;
          /** @description Empty for who may not see all events of the window: administrators of the tenancy may */
          gas: string;
          gas_price: string;
          /** @description Empty for who may not see all events of the window: administrators of the tenancy may */
          input: string;
        };
        simple_hash_details?: components['schemas']['SimpleHashDetails'];
        khipu_details?: components['schemas']['KhipuDetails'];
      }[];
      next_page_token: string;
    };
    SimpleHashDetails: {
      api_query: string;
      start_time: string;
      end_time: string;
      hash_schema_version: number;
      /** @description Empty for who may not see all events of the window: administrators of the tenancy may */
      anchor_hash: string;
      /** @description Zero for who may not see all events of the window */
      event_count: number;
    };
    KhipuDetails: {
      schema_version: number;
      hash_alg: string;
      event_hash: string;
      previous_event_hash: string;
      sequence: number;
      /** @description Base64; only for who may read all of the event */
      preimage?: string;
      raw_transaction: string;
      block_header: string;
      proof: string[];
    };
    NodeStatus: {
      identity: string;
      blockchain_nodes: {
        validator_pubkey: {
          kty: string;
          crv: string;
          x: string;
          y: string;
          d: string;
        };
        block_height: string;
        /** @enum {string} */
        connection_status: 'UNSPECIFIED' | 'REACHABLE' | 'UNREACHABLE';
        genesis_hash: string;
        state_root: string;
        timestamp_committed: string;
        timestamp_created: string;
        syncing: {
          starting_block: string;
          current_block: string;
          highest_block: string;
        } | null;
        peers: {
          validator_pubkey: {
            kty: string;
            crv: string;
            x: string;
            y: string;
            d: string;
          };
          /** @enum {string} */
          connection_status: 'UNSPECIFIED' | 'REACHABLE' | 'UNREACHABLE';
        }[];
      }[];
    };
    BlockRecord: {
      difficulty: string;
      extraData: string;
      gasLimit: string;
      gasUsed: string;
      hash: string;
      logsBloom: string;
      miner: string;
      nonce: string;
      number: string;
      parentHash: string;
      privateStateRoot: string;
      receiptsRoot: string;
      sha3Uncles: string;
      stateRoot: string;
      timestamp: string;
      transactionRoot: string;
    };
    CompliancePolicy: {
      /** @description compliance_policies/<uuid> */
      identity: string;
      /** @enum {string} */
      compliance_type:
        | 'COMPLIANCE_SINCE'
        | 'COMPLIANCE_CURRENT_OUTSTANDING'
        | 'COMPLIANCE_PERIOD_OUTSTANDING'
        | 'COMPLIANCE_DYNAMIC_TOLERANCE'
        | 'COMPLIANCE_RICHNESS';
      display_name: string;
      description: string;
      asset_filter: {
        or: string[];
      }[];
      event_display_type: string;
      closing_event_display_type: string;
      /** Format: int64 */
      time_period_seconds: string;
      /** Format: int64 */
      dynamic_window: string;
      dynamic_variability: number;
      richness_assertions: {
        or: string[];
      }[];
    };
    /**
     * @example {
     *       "compliance_type": "COMPLIANCE_SINCE",
     *       "display_name": "Inspected each day",
     *       "event_display_type": "Inspection",
     *       "time_period_seconds": "86400",
     *       "asset_filter": [
     *         {
     *           "or": [
     *             "attributes.arc_display_type=Pump"
     *           ]
     *         }
     *       ]
     *     }
     */
    CreateCompliancePolicy: {
      /** @enum {string} */
      compliance_type:
        | 'COMPLIANCE_SINCE'
        | 'COMPLIANCE_CURRENT_OUTSTANDING'
        | 'COMPLIANCE_PERIOD_OUTSTANDING'
        | 'COMPLIANCE_DYNAMIC_TOLERANCE'
        | 'COMPLIANCE_RICHNESS';
      display_name: string;
      description?: string;
      /** @description Which assets: attributes.<name>=<value>, != or =*; all groups must hold. None: all assets */
      asset_filter?: {
        or: string[];
      }[];
      event_display_type?: string;
      closing_event_display_type?: string;
      /** Format: int64 */
      time_period_seconds?: string;
      /** Format: int64 */
      dynamic_window?: string;
      dynamic_variability?: number;
      /** @description What its attributes must be: <name><operator><value>; all groups must hold, of each any assertion */
      richness_assertions?: {
        or: string[];
      }[];
    };
    Compliance: {
      compliant: boolean;
      compliance: {
        compliance_policy_identity: string;
        compliant: boolean;
        reason: string;
      }[];
      compliant_at: string;
      next_page_token: string;
    };
    IotHubImportList: {
      operations: components['schemas']['IotHubImport'][];
      next_page_token: string;
    };
    IotHubImport: {
      identity: string;
      done: boolean;
      timestamp_accepted: string;
      timestamp_finished: string | null;
      /** @description What has been imported so far, or in all; absent after a failure */
      result?: {
        display_name: string;
        number_assets_imported: number;
        arc_home_location_identity: string;
        /** @enum {string} */
        status: 'STATUS_UNSPECIFIED' | 'STATUS_PENDING' | 'STATUS_INPROGRESS' | 'STATUS_FINISHED' | 'STATUS_CANCELLED';
      };
      error?: {
        display_name: string;
        number_assets_imported: number;
        arc_home_location_identity: string;
        error_message: string;
      };
    };
    /**
     * @example {
     *       "display_name": "Pumps",
     *       "secret": "HostName=example.azure-devices.net;SharedAccessKeyName=registryRead;SharedAccessKey=c2VjcmV0"
     *     }
     */
    CreateIotHubImport: {
      display_name: string;
      /** @description The hub's connection string; never shown */
      secret: string;
      arc_home_location_identity?: string;
    };
    BusSourceList: {
      sources: components['schemas']['BusSource'][];
      next_page_token: string;
    };
    BusSource: {
      identity: string;
      display_name: string;
      queue_name: string;
      /** @description In words */
      status: string;
    };
    /**
     * @example {
     *       "display_name": "Devices",
     *       "queue_name": "twins",
     *       "connection_string": "Endpoint=sb://example.servicebus.windows.net/;SharedAccessKeyName=listen;SharedAccessKey=secret"
     *     }
     */
    CreateBusSource: {
      display_name: string;
      queue_name: string;
      /** @description The namespace's connection string; never shown */
      connection_string: string;
    };
    Location: {
      /** @description locations/<uuid> */
      identity: string;
      display_name: string;
      description: string;
      latitude: number;
      longitude: number;
      attributes: components['schemas']['Attributes'];
      /** @description Wallet address of the tenancy */
      owner: string;
      /** @description tenant/<uuid> */
      tenant: string;
    };
    /**
     * @example {
     *       "display_name": "Quay 4",
     *       "description": "Container cranes",
     *       "latitude": 51.95,
     *       "longitude": 4.05,
     *       "attributes": {
     *         "phone": "+31 10 555 0100"
     *       }
     *     }
     */
    CreateLocation: {
      display_name: string;
      description?: string;
      /** @description Decimal degrees, -90 to 90; a number, or its text */
      latitude: number | string;
      /** @description Decimal degrees, -180 to 180; a number, or its text */
      longitude: number | string;
      attributes?: components['schemas']['Attributes'];
    };
    PatchLocation: {
      display_name?: string;
      description?: string;
      /** @description Decimal degrees, -90 to 90; a number, or its text */
      latitude?: number | string;
      /** @description Decimal degrees, -180 to 180; a number, or its text */
      longitude?: number | string;
      attributes?: components['schemas']['Attributes'];
    };
    LocationPermissions: {
      /** @description locations/<uuid> */
      location_identity: string;
      permissions: {
        subject_identities: string[];
      };
    };
    /**
     * @example {
     *       "subject_identities": [
     *         "subjects/4c6f2f8a-1d2e-4a57-9d0b-6a3f0a7c1e11",
     *         "jwt_role=inspector"
     *       ]
     *     }
     */
    PatchLocationPermissions: {
      /** @description Organisations as subjects/<uuid>, users as email=…, subject=…, group=… or jwt_<claim>=…; at most 100 */
      subject_identities?: string[];
      permissions?: {
        /** @description Organisations as subjects/<uuid>, users as email=…, subject=…, group=… or jwt_<claim>=…; at most 100 */
        subject_identities: string[];
      };
    };
    Subject: {
      /** @description subjects/<uuid> */
      identity: string;
      display_name: string;
      wallet_pub_key: string[];
      tessera_pub_key: string[];
      /** @description EIP-55 address of each wallet key */
      wallet_address: string[];
      /**
       * @description CONFIRMED while each of both tenancies has the other as a subject
       * @enum {string}
       */
      confirmation_status: 'CONFIRMATION_STATUS_UNSPECIFIED' | 'PENDING' | 'CONFIRMED';
      /** @description tenant/<uuid> of a confirmed organisation; else empty */
      tenant: string;
    };
    /**
     * @example {
     *       "display_name": "A partner",
     *       "wallet_pub_key": [
     *         "04c1173bf7844bf1c607b79c18db091b9558ffe581bf132b8cf3b37657230fa321a0880b54a79a88b28bc710ede6dcf3d8272c5210bfd41ea83188e385d12c189c"
     *       ],
     *       "tessera_pub_key": [
     *         "efdg9J0QhSB2g4IxKcaXgJmNKbzpxs03FFYIiYYuekk="
     *       ]
     *     }
     */
    CreateSubject: {
      display_name: string;
      /** @description Each an uncompressed secp256k1 point: 130 hexadecimal digits that start with 04; the first one counts */
      wallet_pub_key: string[];
      /** @description Each base64 of 32 bytes; the first one counts */
      tessera_pub_key: string[];
    };
    PatchSubject: {
      display_name?: string;
      /** @description Each an uncompressed secp256k1 point: 130 hexadecimal digits that start with 04; the first one counts */
      wallet_pub_key?: string[];
      /** @description Each base64 of 32 bytes; the first one counts */
      tessera_pub_key?: string[];
    };
    TlsCaCertificate: {
      /** @description tlscacertificates/<uuid> */
      identity: string;
      display_name: string;
      /** @description The PEM as it was given, with LF */
      tlscacertificate: string;
      /** @description The same as tlscacertificate */
      certificate: string;
      /** @description RFC 4514 */
      subject: string;
      /** @description RFC 4514 */
      issuer: string;
      /** @description Lower-case hexadecimal */
      serial_number: string;
      not_before: string;
      not_after: string;
      /** @description SHA-256 of the DER, lower-case hexadecimal */
      fingerprint_sha256: string;
    };
    /**
     * @example {
     *       "display_name": "Plant CA",
     *       "tlscacertificate": "-----BEGIN CERTIFICATE-----\nMIIBRDCB96ADAgECAhBFcOj0tkRMDs7RcWMCU1SXMAUGAytlcDArMRYwFAYDVQQK\nDA1FeGFtcGxlLCBJbmMuMREwDwYDVQQDDAhQbGFudCBDQTAgFw0yMDAxMDEwMDAw\nMDBaGA85OTk5MTIzMTIzNTk1OVowKzEWMBQGA1UECgwNRXhhbXBsZSwgSW5jLjER\nMA8GA1UEAwwIUGxhbnQgQ0EwKjAFBgMrZXADIQBWVA7lQE+fjGspt6OLrlGZ3JAO\n7nyNj88zbLd8eD45saMvMC0wDAYDVR0TBAUwAwEB/zAdBgNVHQ4EFgQUafaWuxTL\nOYVQ9mVWxBiCsZAZ21EwBQYDK2VwA0EAJXAU7kGI9Swg31Wqcln5j0jm7sdoJNZ6\n4Bzsf+Ev2A+vZMdCCuHU8FRbsfQfwIyVd1fDys8go6jSNJd90IfbCg==\n-----END CERTIFICATE-----\n"
     *     }
     */
    CreateTlsCaCertificate: {
      display_name: string;
      /** @description PEM of one CA certificate, within its validity; line breaks may be LF, CR LF, or the two characters backslash and n. Either name will do; both only with the same text */
      tlscacertificate?: string;
      /** @description PEM of one CA certificate, within its validity; line breaks may be LF, CR LF, or the two characters backslash and n. Either name will do; both only with the same text */
      certificate?: string;
    };
    /**
     * @example {
     *       "display_name": "Plant CA, old"
     *     }
     */
    PatchTlsCaCertificate: {
      display_name?: string;
      /** @description Cannot be changed: 400 */
      tlscacertificate?: string;
      /** @description Cannot be changed: 400 */
      certificate?: string;
    };
    Caps: {
      caps: {
        resource_type: string;
        /** @description 64-bit integer; -1 is unlimited */
        resource_remaining: string;
        /** @description 64-bit integer; -1 is unlimited */
        resource_cap: string;
      }[];
    };
    TenancyCaps: components['schemas']['Caps'] & {
      /** @description Resource type to its quota, -1 for unlimited; of those that fit into 32 bits */
      limits: {
        [key: string]: number;
      };
    };
    AuditList: {
      audit: components['schemas']['AuditEntry'][];
      next_page_token: string;
    };
    AuditEntry: {
      /** @description audit/<uuid> */
      identity: string;
      timestamp: string;
      principal: {
        issuer: string;
        subject: string;
      };
      operation: string;
      resource: string;
      /** @description SHA-256 of the resource before, as canonical JSON; empty when it did not exist */
      before_hash: string;
      /** @description SHA-256 of the resource after; empty when it no longer exists */
      after_hash: string;
      request_id: string;
    };
    CreatedTenant: {
      base_url: string;
      tenant_identity: string;
      client_id: string;
      client_secret: string;
    };
    NewTenant: {
      display_name: string;
      /** @description tenant/<uuid>; chosen by the service when absent */
      tenant_identity?: string;
    };
    TenantSettings: {
      /**
       * @description default: on with the embedded chain, off with an outside one
       * @enum {string}
       */
      khipu: 'on' | 'off' | 'default';
    };
    FsckResult: {
      assets: number;
      events: number;
      findings: {
        identity: string;
        sequence: number;
        problem: string;
      }[];
      /** @description With accept_loss: the ledgers that now continue after the event `accepted` */
      accepted: {
        identity: string;
        acknowledged: number;
        accepted: number;
      }[];
      /** @description Empty at the end */
      next: string;
    };
    Fsck: {
      /** @description Only this tenant */
      tenant_identity?: string;
      /** @description Go on behind this asset: `next` of the answer before */
      after?: string;
      /** @description Stop after the asset that reaches this many events */
      events?: number;
      /** @description After a restore: let ledgers that have acknowledged what the database lacks continue from what it holds. At the end of a walk over all tenants, accept the database as it is */
      accept_loss?: boolean;
    };
    AcceptedLoss: {
      asset_identity: string;
      acknowledged: number;
      accepted: number;
    };
    ReopenedWindows: {
      reopened: {
        start_time: string;
        end_time: string;
        /** @description Of the former anchor; empty where none is final */
        transaction_id: string;
      }[];
    };
    ReopenWindows: {
      /** @description Whose windows: tenant/<uuid>, or public for those of all public events */
      scope: string;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export interface operations {
  listAccessPolicies: {
    parameters: {
      query?: {
        display_name?: string;
        description?: string;
        order_by?: 'DEFAULT' | 'DISPLAY_NAME';
        /** @description How many records a page holds; larger than the maximum is taken as the maximum */
        page_size?: number;
        /** @description next_page_token of the page before; it holds the original query */
        page_token?: string;
      };
      header?: {
        /** @description true: count the results exactly */
        'x-request-total-count'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the number of results; counted further if asked for */
          'x-total-count'?: string;
          /** @description true where there may be more results than counted */
          'x-total-count-truncated'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            access_policies: components['schemas']['AccessPolicy'][];
            next_page_token: string;
          };
        };
      };
      /** @description Success; the number of results exceeds the server limit */
      206: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the number of results; counted further if asked for */
          'x-total-count'?: string;
          /** @description true where there may be more results than counted */
          'x-total-count-truncated'?: string;
          /** @description items 0-LIMIT/TOTAL */
          'content-range'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            access_policies: components['schemas']['AccessPolicy'][];
            next_page_token: string;
          };
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  createAccessPolicy: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateAccessPolicy'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AccessPolicy'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Quota reached */
      402: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getAccessPolicy: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AccessPolicy'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  deleteAccessPolicy: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  updateAccessPolicy: {
    parameters: {
      query?: {
        /** @description Field mask, comma separated; absent: the fields present in the body */
        mask?: string;
      };
      header?: never;
      path: {
        uuid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PatchAccessPolicy'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AccessPolicy'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listAssetsOfAccessPolicy: {
    parameters: {
      query?: {
        /** @description How many records a page holds; larger than the maximum is taken as the maximum */
        page_size?: number;
        /** @description next_page_token of the page before; it holds the original query */
        page_token?: string;
      };
      header?: {
        /** @description true: count the results exactly */
        'x-request-total-count'?: string;
      };
      path: {
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the number of results; counted further if asked for */
          'x-total-count'?: string;
          /** @description true where there may be more results than counted */
          'x-total-count-truncated'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AssetList'];
        };
      };
      /** @description Success; the number of results exceeds the server limit */
      206: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the number of results; counted further if asked for */
          'x-total-count'?: string;
          /** @description true where there may be more results than counted */
          'x-total-count-truncated'?: string;
          /** @description items 0-LIMIT/TOTAL */
          'content-range'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AssetList'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listAccessPoliciesOfAsset: {
    parameters: {
      query?: {
        /** @description The asset as it was then; without a fraction, at the end of that second */
        at_time?: string;
        /** @description How many records a page holds; larger than the maximum is taken as the maximum */
        page_size?: number;
        /** @description next_page_token of the page before; it holds the original query */
        page_token?: string;
      };
      header?: {
        /** @description true: count the results exactly */
        'x-request-total-count'?: string;
      };
      path: {
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the number of results; counted further if asked for */
          'x-total-count'?: string;
          /** @description true where there may be more results than counted */
          'x-total-count-truncated'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            access_policies: components['schemas']['AccessPolicy'][];
            next_page_token: string;
          };
        };
      };
      /** @description Success; the number of results exceeds the server limit */
      206: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the number of results; counted further if asked for */
          'x-total-count'?: string;
          /** @description true where there may be more results than counted */
          'x-total-count-truncated'?: string;
          /** @description items 0-LIMIT/TOTAL */
          'content-range'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            access_policies: components['schemas']['AccessPolicy'][];
            next_page_token: string;
          };
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  issueToken: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': components['schemas']['TokenRequest'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Token'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OAuthError'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OAuthError'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OAuthError'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OAuthError'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OAuthError'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OAuthError'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OAuthError'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OAuthError'];
        };
      };
    };
  };
  getOpenIdConfiguration: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OpenIdConfiguration'];
        };
      };
      /** @description Not modified */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getJwks: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JsonWebKeySet'];
        };
      };
      /** @description Not modified */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listApplications: {
    parameters: {
      query?: {
        display_name?: string;
        order_by?: 'DEFAULT' | 'DISPLAY_NAME';
        /** @description How many records a page holds; larger than the maximum is taken as the maximum */
        page_size?: number;
        /** @description next_page_token of the page before; it holds the original query */
        page_token?: string;
      };
      header?: {
        /** @description true: count the results exactly */
        'x-request-total-count'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the number of results; counted further if asked for */
          'x-total-count'?: string;
          /** @description true where there may be more results than counted */
          'x-total-count-truncated'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            applications: components['schemas']['Application'][];
            next_page_token: string;
          };
        };
      };
      /** @description Success; the number of results exceeds the server limit */
      206: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the number of results; counted further if asked for */
          'x-total-count'?: string;
          /** @description true where there may be more results than counted */
          'x-total-count-truncated'?: string;
          /** @description items 0-LIMIT/TOTAL */
          'content-range'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            applications: components['schemas']['Application'][];
            next_page_token: string;
          };
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  createApplication: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateApplication'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Application'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Quota reached */
      402: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getApplication: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Application'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  deleteApplication: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  updateApplication: {
    parameters: {
      query?: {
        /** @description Field mask, comma separated; absent: the fields present in the body */
        mask?: string;
      };
      header?: never;
      path: {
        uuid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PatchApplication'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Application'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  regenerateApplicationSecret: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['RegenerateSecret'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Application'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getRootPrincipals: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RootPrincipals'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  replaceRootPrincipals: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewRootPrincipals'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RootPrincipals'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getAdministrators: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Administrators'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  replaceAdministrators: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewAdministrators'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Administrators'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getTenancy: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Tenancy'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  updateTenancy: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PatchTenancy'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Tenancy'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getTenantId: {
    parameters: {
      query?: {
        /** @description Only the caller's own; another responds 403 */
        issuer?: string;
        /** @description Only the caller's own; another responds 403 */
        subject?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TenantId'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getTenancyPublicInfo: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TenancyPublicInfo'];
        };
      };
      /** @description Not modified */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  whoami: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WhoAmI'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listUsers: {
    parameters: {
      query?: {
        /** @description Only this e-mail address; case does not matter */
        email?: string;
        /** @description How many records a page holds; larger than the maximum is taken as the maximum */
        page_size?: number;
        /** @description next_page_token of the page before; it holds the original query */
        page_token?: string;
      };
      header?: {
        /** @description true: count the results exactly */
        'x-request-total-count'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the number of results; counted further if asked for */
          'x-total-count'?: string;
          /** @description true where there may be more results than counted */
          'x-total-count-truncated'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserList'];
        };
      };
      /** @description Success; the number of results exceeds the server limit */
      206: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the number of results; counted further if asked for */
          'x-total-count'?: string;
          /** @description true where there may be more results than counted */
          'x-total-count-truncated'?: string;
          /** @description items 0-LIMIT/TOTAL */
          'content-range'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserList'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getUser: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['User'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  removeUser: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listOwnTenancies: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OwnTenancies'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listInvites: {
    parameters: {
      query?: {
        email?: string;
        order_by?: 'DEFAULT' | 'DISPLAY_NAME';
        /** @description How many records a page holds; larger than the maximum is taken as the maximum */
        page_size?: number;
        /** @description next_page_token of the page before; it holds the original query */
        page_token?: string;
      };
      header?: {
        /** @description true: count the results exactly */
        'x-request-total-count'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the number of results; counted further if asked for */
          'x-total-count'?: string;
          /** @description true where there may be more results than counted */
          'x-total-count-truncated'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            invites: components['schemas']['Invite'][];
            next_page_token: string;
          };
        };
      };
      /** @description Success; the number of results exceeds the server limit */
      206: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the number of results; counted further if asked for */
          'x-total-count'?: string;
          /** @description true where there may be more results than counted */
          'x-total-count-truncated'?: string;
          /** @description items 0-LIMIT/TOTAL */
          'content-range'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            invites: components['schemas']['Invite'][];
            next_page_token: string;
          };
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  createInvite: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateInvite'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Invite'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Quota reached */
      402: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listInvitesAlias1: {
    parameters: {
      query?: {
        email?: string;
        order_by?: 'DEFAULT' | 'DISPLAY_NAME';
        /** @description How many records a page holds; larger than the maximum is taken as the maximum */
        page_size?: number;
        /** @description next_page_token of the page before; it holds the original query */
        page_token?: string;
      };
      header?: {
        /** @description true: count the results exactly */
        'x-request-total-count'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the number of results; counted further if asked for */
          'x-total-count'?: string;
          /** @description true where there may be more results than counted */
          'x-total-count-truncated'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            invites: components['schemas']['Invite'][];
            next_page_token: string;
          };
        };
      };
      /** @description Success; the number of results exceeds the server limit */
      206: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the number of results; counted further if asked for */
          'x-total-count'?: string;
          /** @description true where there may be more results than counted */
          'x-total-count-truncated'?: string;
          /** @description items 0-LIMIT/TOTAL */
          'content-range'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            invites: components['schemas']['Invite'][];
            next_page_token: string;
          };
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  createInviteAlias1: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateInvite'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Invite'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Quota reached */
      402: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getInvite: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Invite'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  deleteInvite: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getInviteAlias1: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Invite'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  deleteInviteAlias1: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  acceptInvite: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Membership'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  acceptInviteAlias1: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Membership'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listIssuers: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['IssuerList'];
        };
      };
      /** @description Not modified */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listAssets: {
    parameters: {
      query?: {
        order_by?: 'DEFAULT' | 'SIMPLEHASHV1' | 'SIMPLEHASHV2';
        tracked?: 'TRACKED_STATUS_UNSPECIFIED' | 'TRACKED' | 'NOT_TRACKED' | 'ANY';
        confirmation_status?:
          | 'CONFIRMATION_STATUS_UNSPECIFIED'
          | 'PENDING'
          | 'CONFIRMED'
          | 'FAILED'
          | 'STORED'
          | 'COMMITTED'
          | 'UNEQUIVOCAL';
        proof_mechanism?: 'PROOF_MECHANISM_UNSPECIFIED' | 'SIMPLE_HASH' | 'KHIPU';
        chain_id?: string;
        storage_integrity?: 'TENANT_STORAGE' | 'LEDGER';
        privacy?: 'RESTRICTED' | 'PUBLIC';
        /** @description Terms <name>=<value> joined by OR; several parameters are ANDed */
        filters?: string[];
        /** @description How many records a page holds; larger than the maximum is taken as the maximum */
        page_size?: number;
        /** @description next_page_token of the page before; it holds the original query */
        page_token?: string;
        /** @description Filters by attribute, each a parameter of its own: attributes.{name} */
        attribute_filters?: {
          [key: string]: string;
        };
      };
      header?: {
        /** @description true: count the results exactly */
        'x-request-total-count'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the number of results; counted further if asked for */
          'x-total-count'?: string;
          /** @description true where there may be more results than counted */
          'x-total-count-truncated'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AssetList'];
        };
      };
      /** @description Success; the number of results exceeds the server limit */
      206: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the number of results; counted further if asked for */
          'x-total-count'?: string;
          /** @description true where there may be more results than counted */
          'x-total-count-truncated'?: string;
          /** @description items 0-LIMIT/TOTAL */
          'content-range'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AssetList'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  createAsset: {
    parameters: {
      query?: {
        /** @description true: unknown fields of the body respond 400 instead of being ignored */
        strict?: 'true' | 'false';
      };
      header?: {
        /** @description Up to 255 characters; the same key and body within 24 hours give the same record again */
        'idempotency-key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateAsset'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Asset'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Quota reached */
      402: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getAsset: {
    parameters: {
      query?: {
        /** @description The asset as it was then; without a fraction, at the end of that second */
        at_time?: string;
      };
      header?: never;
      path: {
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Asset'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getAssetPublicUrl: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PublicUrl'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listAllEvents: {
    parameters: {
      query?: {
        order_by?: 'DEFAULT' | 'SIMPLEHASHV1' | 'SIMPLEHASHV2';
        confirmation_status?:
          | 'CONFIRMATION_STATUS_UNSPECIFIED'
          | 'PENDING'
          | 'CONFIRMED'
          | 'FAILED'
          | 'STORED'
          | 'COMMITTED'
          | 'UNEQUIVOCAL';
        operation?: string;
        behaviour?: string;
        proof_mechanism?: 'PROOF_MECHANISM_UNSPECIFIED' | 'SIMPLE_HASH' | 'KHIPU';
        from?: string;
        transaction_id?: string;
        /** @description Terms <name>=<value> joined by OR; several parameters are ANDed */
        filters?: string[];
        'principal_declared.issuer'?: string;
        'principal_declared.subject'?: string;
        'principal_declared.display_name'?: string;
        'principal_declared.email'?: string;
        'principal_accepted.issuer'?: string;
        'principal_accepted.subject'?: string;
        'principal_accepted.display_name'?: string;
        'principal_accepted.email'?: string;
        timestamp_accepted_since?: string;
        timestamp_accepted_before?: string;
        timestamp_committed_since?: string;
        timestamp_committed_before?: string;
        timestamp_declared_since?: string;
        timestamp_declared_before?: string;
        /** @description How many records a page holds; larger than the maximum is taken as the maximum */
        page_size?: number;
        /** @description next_page_token of the page before; it holds the original query */
        page_token?: string;
        /** @description Filters by attribute, each a parameter of its own: event_attributes.{name}, asset_attributes.{name}, asset.attributes.{name} */
        attribute_filters?: {
          [key: string]: string;
        };
      };
      header?: {
        /** @description true: count the results exactly */
        'x-request-total-count'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the number of results; counted further if asked for */
          'x-total-count'?: string;
          /** @description true where there may be more results than counted */
          'x-total-count-truncated'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventList'];
        };
      };
      /** @description Success; the number of results exceeds the server limit */
      206: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the number of results; counted further if asked for */
          'x-total-count'?: string;
          /** @description true where there may be more results than counted */
          'x-total-count-truncated'?: string;
          /** @description items 0-LIMIT/TOTAL */
          'content-range'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventList'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listEvents: {
    parameters: {
      query?: {
        order_by?: 'DEFAULT' | 'SIMPLEHASHV1' | 'SIMPLEHASHV2';
        confirmation_status?:
          | 'CONFIRMATION_STATUS_UNSPECIFIED'
          | 'PENDING'
          | 'CONFIRMED'
          | 'FAILED'
          | 'STORED'
          | 'COMMITTED'
          | 'UNEQUIVOCAL';
        operation?: string;
        behaviour?: string;
        proof_mechanism?: 'PROOF_MECHANISM_UNSPECIFIED' | 'SIMPLE_HASH' | 'KHIPU';
        from?: string;
        transaction_id?: string;
        /** @description Terms <name>=<value> joined by OR; several parameters are ANDed */
        filters?: string[];
        'principal_declared.issuer'?: string;
        'principal_declared.subject'?: string;
        'principal_declared.display_name'?: string;
        'principal_declared.email'?: string;
        'principal_accepted.issuer'?: string;
        'principal_accepted.subject'?: string;
        'principal_accepted.display_name'?: string;
        'principal_accepted.email'?: string;
        timestamp_accepted_since?: string;
        timestamp_accepted_before?: string;
        timestamp_committed_since?: string;
        timestamp_committed_before?: string;
        timestamp_declared_since?: string;
        timestamp_declared_before?: string;
        /** @description How many records a page holds; larger than the maximum is taken as the maximum */
        page_size?: number;
        /** @description next_page_token of the page before; it holds the original query */
        page_token?: string;
        /** @description Filters by attribute, each a parameter of its own: event_attributes.{name}, asset_attributes.{name}, asset.attributes.{name} */
        attribute_filters?: {
          [key: string]: string;
        };
      };
      header?: {
        /** @description true: count the results exactly */
        'x-request-total-count'?: string;
      };
      path: {
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the number of results; counted further if asked for */
          'x-total-count'?: string;
          /** @description true where there may be more results than counted */
          'x-total-count-truncated'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventList'];
        };
      };
      /** @description Success; the number of results exceeds the server limit */
      206: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the number of results; counted further if asked for */
          'x-total-count'?: string;
          /** @description true where there may be more results than counted */
          'x-total-count-truncated'?: string;
          /** @description items 0-LIMIT/TOTAL */
          'content-range'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventList'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  createEvent: {
    parameters: {
      query?: {
        /** @description true: unknown fields of the body respond 400 instead of being ignored */
        strict?: 'true' | 'false';
      };
      header?: {
        /** @description Up to 255 characters; the same key and body within 24 hours give the same record again */
        'idempotency-key'?: string;
      };
      path: {
        uuid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateEvent'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Event'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Quota reached */
      402: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getEvent: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        asset_uuid: string;
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Event'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getEventProof: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        asset_uuid: string;
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventProof'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getEventPublicUrl: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        asset_uuid: string;
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PublicUrl'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getPublicAsset: {
    parameters: {
      query?: {
        /** @description The asset as it was then; without a fraction, at the end of that second */
        at_time?: string;
      };
      header?: never;
      path: {
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Asset'];
          'text/html': string;
        };
      };
      /** @description Not modified */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
          'text/html': string;
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
          'text/html': string;
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
          'text/html': string;
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
          'text/html': string;
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
          'text/html': string;
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
          'text/html': string;
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
          'text/html': string;
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
          'text/html': string;
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
          'text/html': string;
        };
      };
    };
  };
  getPublicAssetAlias1: {
    parameters: {
      query?: {
        /** @description The asset as it was then; without a fraction, at the end of that second */
        at_time?: string;
      };
      header?: never;
      path: {
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Asset'];
          'text/html': string;
        };
      };
      /** @description Not modified */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
          'text/html': string;
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
          'text/html': string;
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
          'text/html': string;
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
          'text/html': string;
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
          'text/html': string;
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
          'text/html': string;
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
          'text/html': string;
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
          'text/html': string;
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
          'text/html': string;
        };
      };
    };
  };
  getPublicAssetPublicUrl: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PublicUrl'];
        };
      };
      /** @description Not modified */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getPublicAssetPublicUrlAlias1: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PublicUrl'];
        };
      };
      /** @description Not modified */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listAllPublicEvents: {
    parameters: {
      query?: {
        order_by?: 'DEFAULT' | 'SIMPLEHASHV1' | 'SIMPLEHASHV2';
        confirmation_status?:
          | 'CONFIRMATION_STATUS_UNSPECIFIED'
          | 'PENDING'
          | 'CONFIRMED'
          | 'FAILED'
          | 'STORED'
          | 'COMMITTED'
          | 'UNEQUIVOCAL';
        operation?: string;
        behaviour?: string;
        proof_mechanism?: 'PROOF_MECHANISM_UNSPECIFIED' | 'SIMPLE_HASH' | 'KHIPU';
        from?: string;
        transaction_id?: string;
        /** @description Terms <name>=<value> joined by OR; several parameters are ANDed */
        filters?: string[];
        'principal_declared.issuer'?: string;
        'principal_declared.subject'?: string;
        'principal_declared.display_name'?: string;
        'principal_declared.email'?: string;
        'principal_accepted.issuer'?: string;
        'principal_accepted.subject'?: string;
        'principal_accepted.display_name'?: string;
        'principal_accepted.email'?: string;
        timestamp_accepted_since?: string;
        timestamp_accepted_before?: string;
        timestamp_committed_since?: string;
        timestamp_committed_before?: string;
        timestamp_declared_since?: string;
        timestamp_declared_before?: string;
        /** @description How many records a page holds; larger than the maximum is taken as the maximum */
        page_size?: number;
        /** @description next_page_token of the page before; it holds the original query */
        page_token?: string;
        /** @description Filters by attribute, each a parameter of its own: event_attributes.{name}, asset_attributes.{name}, asset.attributes.{name} */
        attribute_filters?: {
          [key: string]: string;
        };
      };
      header?: {
        /** @description true: count the results exactly */
        'x-request-total-count'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the number of results; counted further if asked for */
          'x-total-count'?: string;
          /** @description true where there may be more results than counted */
          'x-total-count-truncated'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventList'];
        };
      };
      /** @description Success; the number of results exceeds the server limit */
      206: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the number of results; counted further if asked for */
          'x-total-count'?: string;
          /** @description true where there may be more results than counted */
          'x-total-count-truncated'?: string;
          /** @description items 0-LIMIT/TOTAL */
          'content-range'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventList'];
        };
      };
      /** @description Not modified */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listAllPublicEventsAlias1: {
    parameters: {
      query?: {
        order_by?: 'DEFAULT' | 'SIMPLEHASHV1' | 'SIMPLEHASHV2';
        confirmation_status?:
          | 'CONFIRMATION_STATUS_UNSPECIFIED'
          | 'PENDING'
          | 'CONFIRMED'
          | 'FAILED'
          | 'STORED'
          | 'COMMITTED'
          | 'UNEQUIVOCAL';
        operation?: string;
        behaviour?: string;
        proof_mechanism?: 'PROOF_MECHANISM_UNSPECIFIED' | 'SIMPLE_HASH' | 'KHIPU';
        from?: string;
        transaction_id?: string;
        /** @description Terms <name>=<value> joined by OR; several parameters are ANDed */
        filters?: string[];
        'principal_declared.issuer'?: string;
        'principal_declared.subject'?: string;
        'principal_declared.display_name'?: string;
        'principal_declared.email'?: string;
        'principal_accepted.issuer'?: string;
        'principal_accepted.subject'?: string;
        'principal_accepted.display_name'?: string;
        'principal_accepted.email'?: string;
        timestamp_accepted_since?: string;
        timestamp_accepted_before?: string;
        timestamp_committed_since?: string;
        timestamp_committed_before?: string;
        timestamp_declared_since?: string;
        timestamp_declared_before?: string;
        /** @description How many records a page holds; larger than the maximum is taken as the maximum */
        page_size?: number;
        /** @description next_page_token of the page before; it holds the original query */
        page_token?: string;
        /** @description Filters by attribute, each a parameter of its own: event_attributes.{name}, asset_attributes.{name}, asset.attributes.{name} */
        attribute_filters?: {
          [key: string]: string;
        };
      };
      header?: {
        /** @description true: count the results exactly */
        'x-request-total-count'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the number of results; counted further if asked for */
          'x-total-count'?: string;
          /** @description true where there may be more results than counted */
          'x-total-count-truncated'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventList'];
        };
      };
      /** @description Success; the number of results exceeds the server limit */
      206: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the number of results; counted further if asked for */
          'x-total-count'?: string;
          /** @description true where there may be more results than counted */
          'x-total-count-truncated'?: string;
          /** @description items 0-LIMIT/TOTAL */
          'content-range'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventList'];
        };
      };
      /** @description Not modified */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listPublicEvents: {
    parameters: {
      query?: {
        order_by?: 'DEFAULT' | 'SIMPLEHASHV1' | 'SIMPLEHASHV2';
        confirmation_status?:
          | 'CONFIRMATION_STATUS_UNSPECIFIED'
          | 'PENDING'
          | 'CONFIRMED'
          | 'FAILED'
          | 'STORED'
          | 'COMMITTED'
          | 'UNEQUIVOCAL';
        operation?: string;
        behaviour?: string;
        proof_mechanism?: 'PROOF_MECHANISM_UNSPECIFIED' | 'SIMPLE_HASH' | 'KHIPU';
        from?: string;
        transaction_id?: string;
        /** @description Terms <name>=<value> joined by OR; several parameters are ANDed */
        filters?: string[];
        'principal_declared.issuer'?: string;
        'principal_declared.subject'?: string;
        'principal_declared.display_name'?: string;
        'principal_declared.email'?: string;
        'principal_accepted.issuer'?: string;
        'principal_accepted.subject'?: string;
        'principal_accepted.display_name'?: string;
        'principal_accepted.email'?: string;
        timestamp_accepted_since?: string;
        timestamp_accepted_before?: string;
        timestamp_committed_since?: string;
        timestamp_committed_before?: string;
        timestamp_declared_since?: string;
        timestamp_declared_before?: string;
        /** @description How many records a page holds; larger than the maximum is taken as the maximum */
        page_size?: number;
        /** @description next_page_token of the page before; it holds the original query */
        page_token?: string;
        /** @description Filters by attribute, each a parameter of its own: event_attributes.{name}, asset_attributes.{name}, asset.attributes.{name} */
        attribute_filters?: {
          [key: string]: string;
        };
      };
      header?: {
        /** @description true: count the results exactly */
        'x-request-total-count'?: string;
      };
      path: {
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the number of results; counted further if asked for */
          'x-total-count'?: string;
          /** @description true where there may be more results than counted */
          'x-total-count-truncated'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventList'];
          'text/html': string;
        };
      };
      /** @description Success; the number of results exceeds the server limit */
      206: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the number of results; counted further if asked for */
          'x-total-count'?: string;
          /** @description true where there may be more results than counted */
          'x-total-count-truncated'?: string;
          /** @description items 0-LIMIT/TOTAL */
          'content-range'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventList'];
          'text/html': string;
        };
      };
      /** @description Not modified */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
          'text/html': string;
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
          'text/html': string;
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
          'text/html': string;
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
          'text/html': string;
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
          'text/html': string;
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
          'text/html': string;
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
          'text/html': string;
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
          'text/html': string;
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
          'text/html': string;
        };
      };
    };
  };
  listPublicEventsAlias1: {
    parameters: {
      query?: {
        order_by?: 'DEFAULT' | 'SIMPLEHASHV1' | 'SIMPLEHASHV2';
        confirmation_status?:
          | 'CONFIRMATION_STATUS_UNSPECIFIED'
          | 'PENDING'
          | 'CONFIRMED'
          | 'FAILED'
          | 'STORED'
          | 'COMMITTED'
          | 'UNEQUIVOCAL';
        operation?: string;
        behaviour?: string;
        proof_mechanism?: 'PROOF_MECHANISM_UNSPECIFIED' | 'SIMPLE_HASH' | 'KHIPU';
        from?: string;
        transaction_id?: string;
        /** @description Terms <name>=<value> joined by OR; several parameters are ANDed */
        filters?: string[];
        'principal_declared.issuer'?: string;
        'principal_declared.subject'?: string;
        'principal_declared.display_name'?: string;
        'principal_declared.email'?: string;
        'principal_accepted.issuer'?: string;
        'principal_accepted.subject'?: string;
        'principal_accepted.display_name'?: string;
        'principal_accepted.email'?: string;
        timestamp_accepted_since?: string;
        timestamp_accepted_before?: string;
        timestamp_committed_since?: string;
        timestamp_committed_before?: string;
        timestamp_declared_since?: string;
        timestamp_declared_before?: string;
        /** @description How many records a page holds; larger than the maximum is taken as the maximum */
        page_size?: number;
        /** @description next_page_token of the page before; it holds the original query */
        page_token?: string;
        /** @description Filters by attribute, each a parameter of its own: event_attributes.{name}, asset_attributes.{name}, asset.attributes.{name} */
        attribute_filters?: {
          [key: string]: string;
        };
      };
      header?: {
        /** @description true: count the results exactly */
        'x-request-total-count'?: string;
      };
      path: {
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the number of results; counted further if asked for */
          'x-total-count'?: string;
          /** @description true where there may be more results than counted */
          'x-total-count-truncated'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventList'];
          'text/html': string;
        };
      };
      /** @description Success; the number of results exceeds the server limit */
      206: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the number of results; counted further if asked for */
          'x-total-count'?: string;
          /** @description true where there may be more results than counted */
          'x-total-count-truncated'?: string;
          /** @description items 0-LIMIT/TOTAL */
          'content-range'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventList'];
          'text/html': string;
        };
      };
      /** @description Not modified */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
          'text/html': string;
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
          'text/html': string;
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
          'text/html': string;
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
          'text/html': string;
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
          'text/html': string;
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
          'text/html': string;
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
          'text/html': string;
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
          'text/html': string;
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
          'text/html': string;
        };
      };
    };
  };
  getPublicEvent: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        asset_uuid: string;
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Event'];
          'text/html': string;
        };
      };
      /** @description Not modified */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
          'text/html': string;
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
          'text/html': string;
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
          'text/html': string;
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
          'text/html': string;
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
          'text/html': string;
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
          'text/html': string;
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
          'text/html': string;
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
          'text/html': string;
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
          'text/html': string;
        };
      };
    };
  };
  getPublicEventAlias1: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        asset_uuid: string;
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Event'];
          'text/html': string;
        };
      };
      /** @description Not modified */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
          'text/html': string;
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
          'text/html': string;
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
          'text/html': string;
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
          'text/html': string;
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
          'text/html': string;
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
          'text/html': string;
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
          'text/html': string;
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
          'text/html': string;
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
          'text/html': string;
        };
      };
    };
  };
  getPublicEventPublicUrl: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        asset_uuid: string;
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PublicUrl'];
        };
      };
      /** @description Not modified */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getPublicEventPublicUrlAlias1: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        asset_uuid: string;
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PublicUrl'];
        };
      };
      /** @description Not modified */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getPublicEventProof: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        asset_uuid: string;
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventProof'];
        };
      };
      /** @description Not modified */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getPublicEventProofAlias1: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        asset_uuid: string;
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventProof'];
        };
      };
      /** @description Not modified */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  createBlob: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'multipart/form-data': {
          /**
           * Format: binary
           * @description The file
           */
          file: string;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Blob'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Quota reached */
      402: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getBlob: {
    parameters: {
      query?: {
        /** @description true: 400 unless the file has been scanned and found good */
        strict?: 'true' | 'false';
        /** @description true: also a file that is SCANNED_BAD */
        allow_insecure?: 'true' | 'false';
      };
      header?: never;
      path: {
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the SHA-256 of the file, in quotes */
          etag?: string;
          /** @description attachment, with the name of the file */
          'content-disposition'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
        };
      };
      /** @description Success; the number of results exceeds the server limit */
      206: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description bytes FIRST-LAST/SIZE */
          'content-range'?: string;
          /** @description the SHA-256 of the file, in quotes */
          etag?: string;
          /** @description attachment, with the name of the file */
          'content-disposition'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
        };
      };
      /** @description Not modified */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The range lies outside the file */
      416: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description bytes *\/SIZE */
          'content-range'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getBlobInfo: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Blob'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getAssetAttachment: {
    parameters: {
      query?: {
        /** @description true: 400 unless the file has been scanned and found good */
        strict?: 'true' | 'false';
        /** @description true: also a file that is SCANNED_BAD */
        allow_insecure?: 'true' | 'false';
      };
      header?: never;
      path: {
        asset_uuid: string;
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the SHA-256 of the file, in quotes */
          etag?: string;
          /** @description attachment, with the name of the file */
          'content-disposition'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
        };
      };
      /** @description Success; the number of results exceeds the server limit */
      206: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description bytes FIRST-LAST/SIZE */
          'content-range'?: string;
          /** @description the SHA-256 of the file, in quotes */
          etag?: string;
          /** @description attachment, with the name of the file */
          'content-disposition'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
        };
      };
      /** @description Not modified */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The range lies outside the file */
      416: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description bytes *\/SIZE */
          'content-range'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getAssetAttachmentInfo: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        asset_uuid: string;
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Blob'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getEventAttachment: {
    parameters: {
      query?: {
        /** @description true: 400 unless the file has been scanned and found good */
        strict?: 'true' | 'false';
        /** @description true: also a file that is SCANNED_BAD */
        allow_insecure?: 'true' | 'false';
      };
      header?: never;
      path: {
        asset_uuid: string;
        event_uuid: string;
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the SHA-256 of the file, in quotes */
          etag?: string;
          /** @description attachment, with the name of the file */
          'content-disposition'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
        };
      };
      /** @description Success; the number of results exceeds the server limit */
      206: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description bytes FIRST-LAST/SIZE */
          'content-range'?: string;
          /** @description the SHA-256 of the file, in quotes */
          etag?: string;
          /** @description attachment, with the name of the file */
          'content-disposition'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
        };
      };
      /** @description Not modified */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The range lies outside the file */
      416: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description bytes *\/SIZE */
          'content-range'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getEventAttachmentInfo: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        asset_uuid: string;
        event_uuid: string;
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Blob'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getPublicAssetAttachment: {
    parameters: {
      query?: {
        /** @description true: 400 unless the file has been scanned and found good */
        strict?: 'true' | 'false';
      };
      header?: never;
      path: {
        asset_uuid: string;
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the SHA-256 of the file, in quotes */
          etag?: string;
          /** @description attachment, with the name of the file */
          'content-disposition'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
        };
      };
      /** @description Success; the number of results exceeds the server limit */
      206: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description bytes FIRST-LAST/SIZE */
          'content-range'?: string;
          /** @description the SHA-256 of the file, in quotes */
          etag?: string;
          /** @description attachment, with the name of the file */
          'content-disposition'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
        };
      };
      /** @description Not modified */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The range lies outside the file */
      416: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description bytes *\/SIZE */
          'content-range'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getPublicAssetAttachmentAlias1: {
    parameters: {
      query?: {
        /** @description true: 400 unless the file has been scanned and found good */
        strict?: 'true' | 'false';
      };
      header?: never;
      path: {
        asset_uuid: string;
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the SHA-256 of the file, in quotes */
          etag?: string;
          /** @description attachment, with the name of the file */
          'content-disposition'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
        };
      };
      /** @description Success; the number of results exceeds the server limit */
      206: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description bytes FIRST-LAST/SIZE */
          'content-range'?: string;
          /** @description the SHA-256 of the file, in quotes */
          etag?: string;
          /** @description attachment, with the name of the file */
          'content-disposition'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
        };
      };
      /** @description Not modified */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The range lies outside the file */
      416: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description bytes *\/SIZE */
          'content-range'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getPublicAssetAttachmentInfo: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        asset_uuid: string;
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Blob'];
        };
      };
      /** @description Not modified */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getPublicAssetAttachmentInfoAlias1: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        asset_uuid: string;
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Blob'];
        };
      };
      /** @description Not modified */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getPublicEventAttachment: {
    parameters: {
      query?: {
        /** @description true: 400 unless the file has been scanned and found good */
        strict?: 'true' | 'false';
      };
      header?: never;
      path: {
        asset_uuid: string;
        event_uuid: string;
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the SHA-256 of the file, in quotes */
          etag?: string;
          /** @description attachment, with the name of the file */
          'content-disposition'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
        };
      };
      /** @description Success; the number of results exceeds the server limit */
      206: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description bytes FIRST-LAST/SIZE */
          'content-range'?: string;
          /** @description the SHA-256 of the file, in quotes */
          etag?: string;
          /** @description attachment, with the name of the file */
          'content-disposition'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
        };
      };
      /** @description Not modified */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The range lies outside the file */
      416: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description bytes *\/SIZE */
          'content-range'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getPublicEventAttachmentAlias1: {
    parameters: {
      query?: {
        /** @description true: 400 unless the file has been scanned and found good */
        strict?: 'true' | 'false';
      };
      header?: never;
      path: {
        asset_uuid: string;
        event_uuid: string;
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the SHA-256 of the file, in quotes */
          etag?: string;
          /** @description attachment, with the name of the file */
          'content-disposition'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
        };
      };
      /** @description Success; the number of results exceeds the server limit */
      206: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description bytes FIRST-LAST/SIZE */
          'content-range'?: string;
          /** @description the SHA-256 of the file, in quotes */
          etag?: string;
          /** @description attachment, with the name of the file */
          'content-disposition'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
        };
      };
      /** @description Not modified */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The range lies outside the file */
      416: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description bytes *\/SIZE */
          'content-range'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getPublicEventAttachmentInfo: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        asset_uuid: string;
        event_uuid: string;
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Blob'];
        };
      };
      /** @description Not modified */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getPublicEventAttachmentInfoAlias1: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        asset_uuid: string;
        event_uuid: string;
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Blob'];
        };
      };
      /** @description Not modified */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getBlockchainTransactions: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        asset_uuid: string;
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BlockchainTransactions'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getPublicBlockchainTransactions: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        asset_uuid: string;
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BlockchainTransactions'];
        };
      };
      /** @description Not modified */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getNode: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeStatus'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getNodeAlias1: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeStatus'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getBlock: {
    parameters: {
      query?: {
        hash?: string;
        number?: string;
        /** @description With the private state of the public tenant; there is none, so it changes nothing */
        public?: 'true' | 'false';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BlockRecord'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getBlockAlias1: {
    parameters: {
      query?: {
        hash?: string;
        number?: string;
        /** @description With the private state of the public tenant; there is none, so it changes nothing */
        public?: 'true' | 'false';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BlockRecord'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listCompliancePolicies: {
    parameters: {
      query?: {
        compliance_type?: string;
        display_name?: string;
        description?: string;
        order_by?: 'DEFAULT' | 'DISPLAY_NAME';
        /** @description How many records a page holds; larger than the maximum is taken as the maximum */
        page_size?: number;
        /** @description next_page_token of the page before; it holds the original query */
        page_token?: string;
      };
      header?: {
        /** @description true: count the results exactly */
        'x-request-total-count'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the number of results; counted further if asked for */
          'x-total-count'?: string;
          /** @description true where there may be more results than counted */
          'x-total-count-truncated'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            compliance_policies: components['schemas']['CompliancePolicy'][];
            next_page_token: string;
          };
        };
      };
      /** @description Success; the number of results exceeds the server limit */
      206: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the number of results; counted further if asked for */
          'x-total-count'?: string;
          /** @description true where there may be more results than counted */
          'x-total-count-truncated'?: string;
          /** @description items 0-LIMIT/TOTAL */
          'content-range'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            compliance_policies: components['schemas']['CompliancePolicy'][];
            next_page_token: string;
          };
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  createCompliancePolicy: {
    parameters: {
      query?: {
        /** @description true: unknown fields of the body respond 400 instead of being ignored */
        strict?: 'true' | 'false';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateCompliancePolicy'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CompliancePolicy'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Quota reached */
      402: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getCompliancePolicy: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CompliancePolicy'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  deleteCompliancePolicy: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CompliancePolicy'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getCompliance: {
    parameters: {
      query?: {
        order_by?: 'DEFAULT';
        /** @description A moment in the past; without a fraction, the end of that second. One that is to come is taken as now */
        compliant_at?: string;
        /** @description How many records a page holds; larger than the maximum is taken as the maximum */
        page_size?: number;
        /** @description next_page_token of the page before; it holds the original query */
        page_token?: string;
      };
      header?: {
        /** @description true: count the results exactly */
        'x-request-total-count'?: string;
      };
      path: {
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the number of results; counted further if asked for */
          'x-total-count'?: string;
          /** @description true where there may be more results than counted */
          'x-total-count-truncated'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Compliance'];
        };
      };
      /** @description Success; the number of results exceeds the server limit */
      206: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the number of results; counted further if asked for */
          'x-total-count'?: string;
          /** @description true where there may be more results than counted */
          'x-total-count-truncated'?: string;
          /** @description items 0-LIMIT/TOTAL */
          'content-range'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Compliance'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listIotHubImports: {
    parameters: {
      query?: {
        /** @description How many records a page holds; larger than the maximum is taken as the maximum */
        page_size?: number;
        /** @description next_page_token of the page before; it holds the original query */
        page_token?: string;
      };
      header?: {
        /** @description true: count the results exactly */
        'x-request-total-count'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the number of results; counted further if asked for */
          'x-total-count'?: string;
          /** @description true where there may be more results than counted */
          'x-total-count-truncated'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['IotHubImportList'];
        };
      };
      /** @description Success; the number of results exceeds the server limit */
      206: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the number of results; counted further if asked for */
          'x-total-count'?: string;
          /** @description true where there may be more results than counted */
          'x-total-count-truncated'?: string;
          /** @description items 0-LIMIT/TOTAL */
          'content-range'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['IotHubImportList'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  createIotHubImport: {
    parameters: {
      query?: {
        /** @description true: unknown fields of the body respond 400 instead of being ignored */
        strict?: 'true' | 'false';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateIotHubImport'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['IotHubImport'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getIotHubImport: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['IotHubImport'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  deleteIotHubImport: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  cancelIotHubImport: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['IotHubImport'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listBusSources: {
    parameters: {
      query?: {
        /** @description How many records a page holds; larger than the maximum is taken as the maximum */
        page_size?: number;
        /** @description next_page_token of the page before; it holds the original query */
        page_token?: string;
      };
      header?: {
        /** @description true: count the results exactly */
        'x-request-total-count'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the number of results; counted further if asked for */
          'x-total-count'?: string;
          /** @description true where there may be more results than counted */
          'x-total-count-truncated'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BusSourceList'];
        };
      };
      /** @description Success; the number of results exceeds the server limit */
      206: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the number of results; counted further if asked for */
          'x-total-count'?: string;
          /** @description true where there may be more results than counted */
          'x-total-count-truncated'?: string;
          /** @description items 0-LIMIT/TOTAL */
          'content-range'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BusSourceList'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  createBusSource: {
    parameters: {
      query?: {
        /** @description true: unknown fields of the body respond 400 instead of being ignored */
        strict?: 'true' | 'false';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateBusSource'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BusSource'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getBusSource: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BusSource'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  deleteBusSource: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BusSource'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listLocations: {
    parameters: {
      query?: {
        display_name?: string;
        description?: string;
        order_by?: 'DEFAULT' | 'DISPLAY_NAME';
        /** @description How many records a page holds; larger than the maximum is taken as the maximum */
        page_size?: number;
        /** @description next_page_token of the page before; it holds the original query */
        page_token?: string;
        /** @description Filters by attribute, each a parameter of its own: attributes.{name} */
        attribute_filters?: {
          [key: string]: string;
        };
      };
      header?: {
        /** @description true: count the results exactly */
        'x-request-total-count'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the number of results; counted further if asked for */
          'x-total-count'?: string;
          /** @description true where there may be more results than counted */
          'x-total-count-truncated'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            locations: components['schemas']['Location'][];
            next_page_token: string;
          };
        };
      };
      /** @description Success; the number of results exceeds the server limit */
      206: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the number of results; counted further if asked for */
          'x-total-count'?: string;
          /** @description true where there may be more results than counted */
          'x-total-count-truncated'?: string;
          /** @description items 0-LIMIT/TOTAL */
          'content-range'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            locations: components['schemas']['Location'][];
            next_page_token: string;
          };
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  createLocation: {
    parameters: {
      query?: {
        /** @description true: unknown fields of the body respond 400 instead of being ignored */
        strict?: 'true' | 'false';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateLocation'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Location'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Quota reached */
      402: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getLocation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Location'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  deleteLocation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  updateLocation: {
    parameters: {
      query?: {
        /** @description Field mask, comma separated; absent: the fields present in the body */
        mask?: string;
        /** @description true: unknown fields of the body respond 400 instead of being ignored */
        strict?: 'true' | 'false';
      };
      header?: never;
      path: {
        uuid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PatchLocation'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Location'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description fields of the body that were ignored, if any */
          'archivist-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getLocationPermissions: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LocationPermissions'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  updateLocationPermissions: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        uuid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PatchLocationPermissions'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LocationPermissions'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listSubjects: {
    parameters: {
      query?: {
        display_name?: string;
        wallet_address?: string;
        order_by?: 'DEFAULT' | 'DISPLAY_NAME';
        /** @description How many records a page holds; larger than the maximum is taken as the maximum */
        page_size?: number;
        /** @description next_page_token of the page before; it holds the original query */
        page_token?: string;
      };
      header?: {
        /** @description true: count the results exactly */
        'x-request-total-count'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the number of results; counted further if asked for */
          'x-total-count'?: string;
          /** @description true where there may be more results than counted */
          'x-total-count-truncated'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            subjects: components['schemas']['Subject'][];
            next_page_token: string;
          };
        };
      };
      /** @description Success; the number of results exceeds the server limit */
      206: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the number of results; counted further if asked for */
          'x-total-count'?: string;
          /** @description true where there may be more results than counted */
          'x-total-count-truncated'?: string;
          /** @description items 0-LIMIT/TOTAL */
          'content-range'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            subjects: components['schemas']['Subject'][];
            next_page_token: string;
          };
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  createSubject: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateSubject'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Subject'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getSubject: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Subject'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  deleteSubject: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  updateSubject: {
    parameters: {
      query?: {
        /** @description Field mask, comma separated; absent: the fields present in the body */
        mask?: string;
      };
      header?: never;
      path: {
        uuid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PatchSubject'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Subject'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listTlsCaCertificates: {
    parameters: {
      query?: {
        display_name?: string;
        order_by?: 'DEFAULT' | 'DISPLAY_NAME';
        /** @description How many records a page holds; larger than the maximum is taken as the maximum */
        page_size?: number;
        /** @description next_page_token of the page before; it holds the original query */
        page_token?: string;
      };
      header?: {
        /** @description true: count the results exactly */
        'x-request-total-count'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the number of results; counted further if asked for */
          'x-total-count'?: string;
          /** @description true where there may be more results than counted */
          'x-total-count-truncated'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            tlscacertificates: components['schemas']['TlsCaCertificate'][];
            certificates: components['schemas']['TlsCaCertificate'][];
            next_page_token: string;
          };
        };
      };
      /** @description Success; the number of results exceeds the server limit */
      206: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the number of results; counted further if asked for */
          'x-total-count'?: string;
          /** @description true where there may be more results than counted */
          'x-total-count-truncated'?: string;
          /** @description items 0-LIMIT/TOTAL */
          'content-range'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            tlscacertificates: components['schemas']['TlsCaCertificate'][];
            certificates: components['schemas']['TlsCaCertificate'][];
            next_page_token: string;
          };
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  createTlsCaCertificate: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateTlsCaCertificate'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TlsCaCertificate'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Quota reached */
      402: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getTlsCaCertificate: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TlsCaCertificate'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  deleteTlsCaCertificate: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  updateTlsCaCertificate: {
    parameters: {
      query?: {
        /** @description Field mask, comma separated; absent: the fields present in the body */
        mask?: string;
      };
      header?: never;
      path: {
        uuid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PatchTlsCaCertificate'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TlsCaCertificate'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getCaps: {
    parameters: {
      query?: {
        /** @description Only this resource */
        service?:
          | 'access_policies'
          | 'applications'
          | 'assets'
          | 'blob_bytes'
          | 'blobs'
          | 'compliance_policies'
          | 'invites'
          | 'locations'
          | 'tls_ca_certificates';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Caps'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getTenancyCaps: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TenancyCaps'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getAccessPoliciesCaps: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Caps'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getApplicationsCaps: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Caps'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getAssetsCaps: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Caps'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getBlobsCaps: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Caps'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getCompliancePoliciesCaps: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Caps'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getInvitesCaps: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Caps'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getInvitesCapsAlias1: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Caps'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getLocationsCaps: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Caps'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getTlsCaCertificatesCaps: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Caps'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listAudit: {
    parameters: {
      query?: {
        /** @description How many records a page holds; larger than the maximum is taken as the maximum */
        page_size?: number;
        /** @description next_page_token of the page before; it holds the original query */
        page_token?: string;
      };
      header?: {
        /** @description true: count the results exactly */
        'x-request-total-count'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the number of results; counted further if asked for */
          'x-total-count'?: string;
          /** @description true where there may be more results than counted */
          'x-total-count-truncated'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AuditList'];
        };
      };
      /** @description Success; the number of results exceeds the server limit */
      206: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the number of results; counted further if asked for */
          'x-total-count'?: string;
          /** @description true where there may be more results than counted */
          'x-total-count-truncated'?: string;
          /** @description items 0-LIMIT/TOTAL */
          'content-range'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AuditList'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authorised for the operation */
      403: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  createTenant: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewTenant'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedTenant'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  updateTenant: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        uuid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TenantSettings'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TenantSettings'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  fsck: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Fsck'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FsckResult'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  acceptLoss: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AcceptedLoss'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  reopenWindows: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ReopenWindows'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReopenedWindows'];
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The addressed resource does not exist */
      404: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getAccessPoliciesOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getAccessPoliciesOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getAppidpOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getAppidpOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getApplicationsOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getApplicationsOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getTenanciesOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getTenanciesOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getUsersOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getUsersOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getOwnTenanciesOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getOwnTenanciesOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getInvitesOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getInvitesOpenApiAlias1: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getInvitesOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getInvitesOpenApiUiAlias1: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getIssuersOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getIssuersOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getAssetsOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getAssetsOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getPublicassetsOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getPublicassetsOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getBlobsOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getBlobsOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getAttachmentsOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getAttachmentsOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getBlockchainOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getBlockchainOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getPublicblockchainOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getPublicblockchainOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getNodeOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getNodeOpenApiAlias1: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getNodeOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getNodeOpenApiUiAlias1: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getCompliancepoliciesOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getCompliancepoliciesOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getComplianceOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getComplianceOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getIothubgdrOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getIothubgdrOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getSvcbussourcesOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getSvcbussourcesOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getLocationsOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getLocationsOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getSubjectsOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getSubjectsOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getTlscacertificatesOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getTlscacertificatesOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getCapsOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getCapsOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getAuditOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getAuditOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getOperatorOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getOperatorOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Caller not authenticated */
      401: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description how to authenticate */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      /** @description Not modified */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getOpenApiUi: {
    parameters: {
      query?: {
        /** @description The page of this group */
        group?:
          | 'accessPolicies'
          | 'appidp'
          | 'applications'
          | 'tenancies'
          | 'users'
          | 'ownTenancies'
          | 'invites'
          | 'issuers'
          | 'assets'
          | 'publicassets'
          | 'blobs'
          | 'attachments'
          | 'blockchain'
          | 'publicblockchain'
          | 'node'
          | 'compliancepolicies'
          | 'compliance'
          | 'iothubgdr'
          | 'svcbussources'
          | 'locations'
          | 'subjects'
          | 'tlscacertificates'
          | 'caps'
          | 'audit'
          | 'operator';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description Request badly formed; names every bad field */
      400: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Method not allowed; Allow names those that are */
      405: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description the methods that are allowed */
          allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Conflict with the present state or an earlier request */
      409: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Content type not supported */
      415: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Rate limit exceeded; Retry-After says when to come again */
      429: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          /** @description seconds */
          'retry-after'?: string;
          /** @description seconds */
          'archivist-rate-limit-reset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          /** @description names this request in the logs */
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
}
