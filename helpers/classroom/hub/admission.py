"""Who comes in where all choose a password of their own: teachers, and whom a teacher has admitted."""

from nativeauthenticator import NativeAuthenticator
from nativeauthenticator.orm import UserInfo


class AdmittedByTeachers(NativeAuthenticator):
    """Does not admit whoever signs up first under a name of the class, as it would by itself."""

    def get_authed_users(self):
        """The names that need not be admitted (any more)."""
        return {one.username for one in UserInfo.all_users(self.db) if one.is_authorized} | self.admin_users
